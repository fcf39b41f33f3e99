import { createHash } from 'node:crypto';

import type { Passkey, Passkeys } from '../../../domain/accounts/second-factor/ports.ts';
import { insertIfAbsent, SqlStore } from '../sql-store.ts';
import { rowMapping } from '../row-mapping.ts';
import { Model } from 'objection';

class PasskeyRow extends Model {
  static override tableName = 'passkeys';
}

const digestOf = (credentialId: string): string => createHash('sha256').update(credentialId).digest('hex');

const rows = rowMapping<Passkey>({
  id: 'id',
  uid: 'uid',
  name: 'name',
  credentialId: 'credential_id',
  publicKey: 'public_key',
  counter: 'counter',
  transports: {
    column: 'transports',
    parse: (stored) => stored.split(' ').filter(Boolean),
    format: (value) => (Array.isArray(value) ? value.join(' ') : ''),
  },
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
});

export class SqlPasskeys extends SqlStore implements Passkeys {
  add(passkey: Passkey): Promise<boolean> {
    const row = { ...rows.toRow(passkey), credential_digest: digestOf(passkey.credentialId) };
    return insertIfAbsent(PasskeyRow.query(this.db.connection).insert(row));
  }

  async findByCredential(credentialId: string): Promise<Passkey | undefined> {
    const row = await this.table('passkeys')
      .where({ credential_digest: digestOf(credentialId) })
      .first();
    return row && rows.fromRow(row);
  }

  async listByUser(uid: string): Promise<readonly Passkey[]> {
    const found: object[] = await this.table('passkeys').where({ uid }).orderBy(['created_at', 'id']);
    return found.map(rows.fromRow);
  }

  // One conditional UPDATE: of two answers with one counter the second changes no row.
  async use(id: string, counter: number, now: number): Promise<boolean> {
    const row = this.table('passkeys').where({ id });
    const grown = counter === 0 ? row.where('counter', 0) : row.where('counter', '<', counter);
    return (await grown.update({ counter, last_used_at: now })) === 1;
  }

  async remove(uid: string, id: string): Promise<boolean> {
    return (await this.table('passkeys').where({ uid, id }).delete()) === 1;
  }

  async removeAllByUser(uid: string): Promise<void> {
    await this.table('passkeys').where({ uid }).delete();
  }
}
