import { type DecidingProvider, ProviderPlans, type RightHolderPage } from '../accounts/identity/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { AccountTiers, Subscriptions } from './ports.ts';
import { getPaidTier } from './subscription.ts';

/**
 * Plans by the claims of sign-in providers. What an admin granted stays beside them, and the highest counts. Call it in
 * a transaction.
 */
export class GrantProviderPlans extends ProviderPlans {
  constructor(
    private readonly tiers: AccountTiers,
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  async set(uid: string, tier: Tier | null, { id, label, isSignIn }: DecidingProvider): Promise<void> {
    if (!(await this.tiers.lock(uid))) return;
    const before = (await this.tiers.listClaimed(uid)).find(({ provider }) => provider === id)?.tier ?? null;
    if (before === tier) return;
    if (tier === null) await this.tiers.removeClaimed(uid, id);
    else await this.tiers.claim(uid, { provider: id, label, tier, at: this.clock.now() });
    await this.tiers.set(uid, getPaidTier(await this.subscriptions.listByUser(uid)));
    const details = { from: before, to: tier, provider: id };
    const target = { kind: 'user', id: uid };
    await this.audit.record({ action: 'user.set-tier', target, details, uid: isSignIn ? uid : undefined });
  }

  listByOtherProviders(page: RightHolderPage) {
    return this.tiers.listByOtherProviders(page);
  }
}
