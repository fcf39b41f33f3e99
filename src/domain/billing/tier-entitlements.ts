import type { LanguageModels } from '../chat/models/ports.ts';
import type { Requester, ModelPolicy } from '../chat/replies/ports/requesters.ts';
import { type Account, Entitlements } from './ports.ts';
import type { EffectiveLimitsResolver } from './effective-limits.ts';
import { canUseModel } from './tier-models.ts';
import { ownTier } from '../../shared/tiers.ts';

const tierOf = ({ tier, isAdmin }: Account) => ownTier({ subscription: tier, isAdmin });

/** By plan and custom limits. */
export class TierEntitlements extends Entitlements {
  constructor(
    private readonly languageModels: LanguageModels,
    private readonly policy: ModelPolicy,
    private readonly limits: EffectiveLimitsResolver,
  ) {
    super();
  }

  async dailyLimit(account: Account): Promise<number> {
    return (await this.limits.resolve({ ...account, tier: tierOf(account) })).daily;
  }

  async models(account: Account): Promise<readonly string[]> {
    const { uid, isAdmin, rights } = account;
    // Verification does not change the list.
    const requester: Requester = { kind: 'user', uid, tier: tierOf(account), isAdmin, verified: true, rights };
    const { primary, fallback } = await this.policy.defaults(requester);
    const allowed = (await this.languageModels.list())
      .filter((model) => canUseModel(requester, model))
      .map(({ id }) => id);
    return [...new Set([primary, ...(fallback === undefined ? [] : [fallback]), ...allowed])];
  }
}
