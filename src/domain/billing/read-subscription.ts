import type { Tier } from '../kernel/tier.ts';
import { type Prices, priceOf } from './plans.ts';
import type { Account, PlanTerms, Subscriptions } from './ports.ts';
import { currentOf, statusOf, type Subscription, type SubscriptionStatus } from './subscription.ts';

export interface SubscriptionView {
  readonly tier: Tier;
  readonly price: number;
  readonly status: SubscriptionStatus;
  readonly dailyLimit: number;
  readonly models: readonly string[];
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: number | null;
}

/** What somebody pays for and may use; nobody's but their own. */
export class ReadSubscription {
  private readonly subscriptions: Subscriptions;
  private readonly terms: PlanTerms;
  private readonly prices: Prices;

  constructor(subscriptions: Subscriptions, terms: PlanTerms, prices: Prices) {
    this.subscriptions = subscriptions;
    this.terms = terms;
    this.prices = prices;
  }

  async execute(account: Account): Promise<SubscriptionView> {
    const all = await this.subscriptions.ofUser(account.uid);
    const shown = currentOf(all) ?? newest(all);
    return {
      tier: account.tier,
      price: priceOf(account.tier, this.prices),
      status: statusOf(shown),
      dailyLimit: await this.terms.dailyLimit(account),
      models: await this.terms.models(account),
      subscriptionId: shown?.id ?? null,
      customerId: shown?.customerId ?? null,
      cancelAtPeriodEnd: shown?.cancelAtPeriodEnd ?? false,
      currentPeriodEnd: shown?.currentPeriodEnd ?? null,
    };
  }
}

const newest = (all: readonly Subscription[]): Subscription | undefined =>
  all.filter(({ state }) => state !== 'pending').toSorted((a, b) => b.stateAt - a.stateAt)[0];
