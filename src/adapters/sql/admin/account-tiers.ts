import type { RightHolder, RightHolderPage } from '../../../domain/accounts/identity/ports.ts';
import type { AccountTiers, ClaimedPlan, TierGrant } from '../../../domain/billing/ports.ts';
import { isHigher } from '../../../domain/billing/subscription.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';
import { listRightHolders } from '../accounts/right-holders.ts';
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

const CLAIMED = 'claimed_plans';

export const claimedPlans = rowMapping<ClaimedPlan>({ provider: 'provider', label: 'label', tier: 'tier', at: 'at' });

export class SqlAccountTiers extends SqlStore implements AccountTiers {
  lock(uid: string): Promise<boolean> {
    return lockAccount(this.table('users'), uid);
  }

  async set(uid: string, tier: Tier): Promise<void> {
    const granted: { tier: Tier }[] = await this.table('tier_grants').where({ uid }).select('tier');
    const given = [...granted, ...(await this.listClaimed(uid))];
    const own = given.reduce((highest, each) => (isHigher(each.tier, highest) ? each.tier : highest), tier);
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

  async claim(uid: string, plan: ClaimedPlan): Promise<void> {
    await this.table(CLAIMED)
      .insert({ uid, ...claimedPlans.toRow(plan) })
      .onConflict(['uid', 'provider'])
      .merge();
  }

  async removeClaimed(uid: string, provider: string): Promise<void> {
    await this.table(CLAIMED).where({ uid, provider }).delete();
  }

  async listClaimed(uid: string): Promise<readonly ClaimedPlan[]> {
    const rows: object[] = await this.table(CLAIMED).where({ uid }).orderBy('provider');
    return rows.map(claimedPlans.fromRow);
  }

  async listExpired(now: number, limit: number): Promise<readonly string[]> {
    return this.table('tier_grants').where('expires_at', '<=', now).orderBy('expires_at').limit(limit).pluck('uid');
  }

  listByOtherProviders(page: RightHolderPage): Promise<readonly RightHolder[]> {
    return listRightHolders(this.table(CLAIMED), { uid: 'uid', source: 'provider', prefix: '' }, page);
  }
}
