import type { OneTimeSecrets } from '../../domain/accounts/ports.ts';
import type { Database } from './database.ts';

type Secret = Parameters<OneTimeSecrets['add']>[0];

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

  async revoke(purpose: Secret['purpose']): Promise<void> {
    await this.open(purpose).delete();
  }

  private open(purpose: Secret['purpose']) {
    return this.db.connection('one_time_secrets').where({ purpose }).whereNull('used_at');
  }
}
