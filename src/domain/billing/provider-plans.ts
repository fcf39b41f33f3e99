import { type DecidingProvider, ProviderPlans, type RightHolderPage } from '../accounts/identity/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { AccountTiers, Subscriptions } from './ports.ts';
import { getPaidTier } from './subscription.ts';

/**
 * Plans by the claims of sign-in providers: a grant like an admin's, in the provider's name. Call it in a transaction.
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
    const by = `provider:${id}`;
    if (!(await this.tiers.lock(uid))) return;
    const granted = await this.tiers.findGrant(uid);
    if (granted ? granted.by !== by || granted.tier === tier : tier === null) return;
    const reason = 'By the claims of the sign-in provider';
    await this.tiers.grant(uid, tier && { tier, by, byName: label, at: this.clock.now(), reason, expiresAt: null });
    await this.tiers.set(uid, getPaidTier(await this.subscriptions.listByUser(uid)));
    const details = { from: granted?.tier ?? null, to: tier, provider: id };
    const target = { kind: 'user', id: uid };
    await this.audit.record({ action: 'user.set-tier', target, details, uid: isSignIn ? uid : undefined });
  }

  listByOtherProviders(page: RightHolderPage) {
    return this.tiers.listByOtherProviders(page);
  }
}
