import { Model } from 'objection';

import type {
  DeclinedBy,
  Page,
  RegistrationRequest,
  RegistrationRequests,
  StoredRequest,
} from '../../../domain/accounts/registration/ports.ts';
import { isLanguage } from '../../../shared/languages.ts';
import { boolean, json, rowMapping } from '../row-mapping.ts';
import { countRows, insertIfAbsent, SqlStore } from '../sql-store.ts';

const TABLE = 'registration_requests';

class RequestRow extends Model {
  static override tableName = TABLE;
}

const columns = {
  id: 'id',
  subject: 'subject',
  email: 'email',
  emailVerified: boolean('email_verified'),
  phoneNumber: 'phone_number',
  name: 'name',
  passwordHash: 'password_hash',
  identityKey: 'identity_key',
  provider: 'provider',
  language: { column: 'language', parse: (tag: string) => (isLanguage(tag) ? tag : 'en') },
  createdAt: 'created_at',
  expiresAt: 'expires_at',
} as const;
const requests = rowMapping<RegistrationRequest>(columns);
const stored = rowMapping<StoredRequest>({
  ...columns,
  declined: json('declined', (text): DeclinedBy => JSON.parse(text)),
});

export class SqlRegistrationRequests extends SqlStore implements RegistrationRequests {
  add(request: RegistrationRequest): Promise<boolean> {
    return insertIfAbsent(RequestRow.query(this.db.connection).insert(requests.toRow(request)));
  }

  async find(id: string): Promise<StoredRequest | undefined> {
    const row: object | undefined = await this.table(TABLE).where({ id }).first();
    return row && stored.fromRow(row);
  }

  async findBySubject(subject: string, now: number): Promise<StoredRequest | undefined> {
    const row: object | undefined = await this.table(TABLE).where({ subject }).where('expires_at', '>', now).first();
    return row && stored.fromRow(row);
  }

  async list({ limit, offset }: Page, now: number) {
    const current = () => this.table(TABLE).where('expires_at', '>', now);
    const rows: object[] = await current()
      .orderByRaw('CASE WHEN declined IS NULL THEN 0 ELSE 1 END, created_at DESC, id DESC')
      .limit(limit)
      .offset(offset);
    return {
      requests: rows.map((row) => stored.fromRow(row)),
      total: await countRows(current()),
      waiting: await countRows(current().whereNull('declined')),
    };
  }

  async forgetPassword(id: string): Promise<void> {
    await this.table(TABLE).where({ id }).update({ password_hash: null });
  }

  async decline(id: string, decision: DeclinedBy): Promise<boolean> {
    const undecided = this.table(TABLE).where({ id }).whereNull('declined');
    return (await undecided.update({ declined: JSON.stringify(decision), password_hash: null })) === 1;
  }

  async remove(id: string): Promise<boolean> {
    return (await this.table(TABLE).where({ id }).delete()) === 1;
  }

  async removeExpired(now: number): Promise<void> {
    await this.table(TABLE).where('expires_at', '<=', now).delete();
  }

  async hasUnannounced(now: number): Promise<boolean> {
    return (await this.unannounced(now).first('id')) !== undefined;
  }

  announce(at: number): Promise<number> {
    return this.unannounced(at).update({ announced_at: at });
  }

  async withdrawAnnouncement(at: number): Promise<void> {
    await this.table(TABLE).where({ announced_at: at }).update({ announced_at: null });
  }

  private unannounced(now: number) {
    return this.table(TABLE).whereNull('announced_at').whereNull('declined').where('expires_at', '>', now);
  }
}
