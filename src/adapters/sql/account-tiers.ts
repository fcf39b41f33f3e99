import type { AccountTiers } from '../../domain/billing/ports.ts';
import type { Tier } from '../../domain/kernel/tier.ts';
import type { Database } from './database.ts';

export class SqlAccountTiers implements AccountTiers {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  // SQLite has no row locks and needs none: its transactions that write run one after the other.
  async hold(uid: string): Promise<boolean> {
    const row: unknown = await this.db.connection('users').where({ uid }).forUpdate().first('uid');
    return row !== undefined;
  }

  async set(uid: string, tier: Tier): Promise<void> {
    await this.db.connection('users').where({ uid }).update({ subscription: tier });
  }
}
