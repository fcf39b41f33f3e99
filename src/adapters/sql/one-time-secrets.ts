import { Model } from 'objection';

import type { OneTimeSecrets } from '../../domain/accounts/ports.ts';
import type { Database } from './database.ts';
import { insertedFirst } from './inserted-first.ts';

type Secret = Parameters<OneTimeSecrets['add']>[0];

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

  async add({ digest, purpose, expiresAt }: Secret): Promise<void> {
    await this.db.connection('one_time_secrets').insert({ digest, purpose, expires_at: expiresAt });
  }

  // One conditional statement: of two callers the second one changes no row.
  async use(digest: string, purpose: Secret['purpose'], now: number): Promise<boolean> {
    const changed = await this.open(purpose).where({ digest }).where('expires_at', '>', now).update({ used_at: now });
    return changed === 1;
  }

  async isOpen(digest: string, purpose: Secret['purpose'], now: number): Promise<boolean> {
    return (await this.open(purpose).where({ digest }).where('expires_at', '>', now).first('digest')) !== undefined;
  }

  async revoke(purpose: Secret['purpose']): Promise<void> {
    await this.open(purpose).delete();
  }

  // The primary key lets one of all callers in.
  async spend({ digest, purpose, expiresAt, now }: Parameters<OneTimeSecrets['spend']>[0]): Promise<boolean> {
    const row = { digest, purpose, expires_at: expiresAt, used_at: now };
    return insertedFirst(() => SecretRow.query(this.db.connection).insert(row));
  }

  async removeSpent(purpose: 'captcha', now: number): Promise<void> {
    await this.db.connection('one_time_secrets').where({ purpose }).where('expires_at', '<=', now).delete();
  }

  private open(purpose: Secret['purpose']) {
    return this.db.connection('one_time_secrets').where({ purpose }).whereNull('used_at');
  }
}
