import type { RightHolder, RightHolderPage } from '../../../domain/accounts/identity/ports.ts';
import type { AccountTiers, TierGrant } from '../../../domain/billing/ports.ts';
import { isHigher } from '../../../domain/billing/subscription.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';
import { listRightHolders, PROVIDER_PREFIX } from '../accounts/right-holders.ts';
import { lockAccount, USER_COUNTS } from '../accounts/user-rows.ts';
import { tierWithGroups } from '../groups/member-accounts.ts';
import type { Tier } from '../../../shared/tiers.ts';

export const grants = rowMapping<TierGrant>({
  tier: 'tier',
  by: 'by_uid',
  byName: 'by_name',
  at: 'at',
  reason: 'reason',
  expiresAt: 'expires_at',
});

export class SqlAccountTiers extends SqlStore implements AccountTiers {
  lock(uid: string): Promise<boolean> {
    return lockAccount(this.table('users'), uid);
  }

  async set(uid: string, tier: Tier): Promise<void> {
    const granted: { tier: Tier } | undefined = await this.table('tier_grants').where({ uid }).first('tier');
    const own = granted && isHigher(granted.tier, tier) ? granted.tier : tier;
    await this.table('users')
      .where({ uid })
      .update({ own_tier: own, subscription: tierWithGroups(this.db, own) });
    this.db.recordChange(USER_COUNTS);
  }

  async grant(uid: string, grant: TierGrant | null): Promise<void> {
    if (grant) await this.upsertRow('tier_grants', 'uid', { uid, ...grants.toRow(grant) });
    else await this.table('tier_grants').where({ uid }).delete();
  }

  async findGrant(uid: string): Promise<TierGrant | undefined> {
    const row = await this.table('tier_grants').where({ uid }).first();
    return row && grants.fromRow(row);
  }

  async listExpired(now: number, limit: number): Promise<readonly string[]> {
    return this.table('tier_grants').where('expires_at', '<=', now).orderBy('expires_at').limit(limit).pluck('uid');
  }

  listByOtherProviders(page: RightHolderPage): Promise<readonly RightHolder[]> {
    return listRightHolders(this.table('tier_grants'), { uid: 'uid', source: 'by_uid', prefix: PROVIDER_PREFIX }, page);
  }
}
