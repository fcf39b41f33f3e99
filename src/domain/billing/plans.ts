import { EffectiveLimits } from './effective-limits.ts';
import type { LimitSettings } from './settings.ts';
import { type Tier, TIERS } from '../../shared/tiers.ts';

/** Prices per month. */
export interface Prices {
  /** False when payments are not configured. */
  readonly payments: boolean;
  /** No real money moves. */
  readonly sandbox: boolean;
  /** ISO 4217. */
  readonly currency: string;
  readonly basic: number;
  readonly premium: number;
}

export interface Plan {
  readonly tier: Tier;
  readonly price: number;
  readonly dailyLimit: number;
}

export const getPrice = (tier: Tier, prices: Prices): number =>
  tier === 'free' || !prices.payments ? 0 : prices[tier];

/** Only the free plan when payments are not configured. */
export class ListPlans {
  constructor(
    private readonly prices: Prices,
    private readonly limits: LimitSettings,
  ) {}

  async execute(): Promise<{
    readonly payments: boolean;
    readonly sandbox: boolean;
    readonly currency: string;
    readonly plans: readonly Plan[];
  }> {
    const { payments, sandbox, currency } = this.prices;
    const offered = TIERS.filter((tier) => payments || tier === 'free');
    const limits = await this.limits.current();
    return {
      payments,
      sandbox,
      currency,
      plans: offered.map((tier) => ({
        tier,
        price: getPrice(tier, this.prices),
        dailyLimit: new EffectiveLimits(limits, tier, undefined).daily,
      })),
    };
  }
}
