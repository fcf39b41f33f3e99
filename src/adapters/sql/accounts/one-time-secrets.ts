import { Model } from 'objection';

import type { OneTimeSecrets } from '../../../domain/accounts/ports.ts';
import type { Database } from '../database.ts';
import { insertIfAbsent } from '../insert-if-absent.ts';

type NewSecret = Parameters<OneTimeSecrets['add']>[0];

class SecretRow extends Model {
  static override tableName = 'one_time_secrets';
  static override idColumn = 'digest';
  declare digest: string;
  declare purpose: string;
  declare expires_at: number;
  declare used_at: number | null;
}

export class SqlOneTimeSecrets implements OneTimeSecrets {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add({ digest, purpose, expiresAt }: NewSecret): Promise<void> {
    await this.db.connection('one_time_secrets').insert({ digest, purpose, expires_at: expiresAt });
  }

  // One conditional UPDATE: of two callers the second changes no row.
  async consume(digest: string, purpose: NewSecret['purpose'], now: number): Promise<boolean> {
    const changed = await this.unusedSecrets(purpose)
      .where({ digest })
      .where('expires_at', '>', now)
      .update({ used_at: now });
    return changed === 1;
  }

  async isValid(digest: string, purpose: NewSecret['purpose'], now: number): Promise<boolean> {
    return (
      (await this.unusedSecrets(purpose).where({ digest }).where('expires_at', '>', now).first('digest')) !== undefined
    );
  }

  async revoke(purpose: NewSecret['purpose']): Promise<void> {
    await this.unusedSecrets(purpose).delete();
  }

  // The primary key admits one caller.
  async consumeOnce({
    digest,
    purpose,
    expiresAt,
    now,
  }: Parameters<OneTimeSecrets['consumeOnce']>[0]): Promise<boolean> {
    const row = { digest, purpose, expires_at: expiresAt, used_at: now };
    return insertIfAbsent(() => SecretRow.query(this.db.connection).insert(row));
  }

  async removeExpired(purpose: 'captcha', now: number): Promise<void> {
    await this.db.connection('one_time_secrets').where({ purpose }).where('expires_at', '<=', now).delete();
  }

  private unusedSecrets(purpose: NewSecret['purpose']) {
    return this.db.connection('one_time_secrets').where({ purpose }).whereNull('used_at');
  }
}
