import type { AccountTiers, TierGrant } from '../../../domain/billing/ports.ts';
import { isHigher } from '../../../domain/billing/subscription.ts';
import type { Database } from '../database.ts';
import { USER_COUNTS } from './user-admin.ts';
import type { Tier } from '../../../shared/tiers.ts';

interface GrantRow {
  readonly tier: Tier;
  readonly by_uid: string;
  readonly by_name: string;
  readonly at: number;
  readonly reason: string;
}

export class SqlAccountTiers implements AccountTiers {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  // SQLite has no row locks and needs none: write transactions are serial.
  async lock(uid: string): Promise<boolean> {
    const row: unknown = await this.db.connection('users').where({ uid }).forUpdate().first('uid');
    return row !== undefined;
  }

  async set(uid: string, tier: Tier): Promise<void> {
    const granted: { tier: Tier } | undefined = await this.db.connection('tier_grants').where({ uid }).first('tier');
    const subscription = granted && isHigher(granted.tier, tier) ? granted.tier : tier;
    await this.db.connection('users').where({ uid }).update({ subscription });
    this.db.recordChange(USER_COUNTS);
  }

  async grant(uid: string, grant: TierGrant | null): Promise<void> {
    if (!grant) {
      await this.db.connection('tier_grants').where({ uid }).delete();
      return;
    }
    const { tier, by, byName, at, reason } = grant;
    await this.db
      .connection('tier_grants')
      .insert({ uid, tier, by_uid: by, by_name: byName, at, reason })
      .onConflict('uid')
      .merge();
  }

  async findGrant(uid: string): Promise<TierGrant | undefined> {
    const row: GrantRow | undefined = await this.db
      .connection('tier_grants')
      .where({ uid })
      .first('tier', 'by_uid', 'by_name', 'at', 'reason');
    return row && { tier: row.tier, by: row.by_uid, byName: row.by_name, at: Number(row.at), reason: row.reason };
  }
}
