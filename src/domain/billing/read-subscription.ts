import type { Tier } from '../kernel/tier.ts';
import { type Prices, priceOf } from './plans.ts';
import type { Account, AccountTiers, PlanTerms, Subscriptions } from './ports.ts';
import { currentOf, isHigher, paidTier, statusOf, type Subscription, type SubscriptionStatus } from './subscription.ts';

export interface SubscriptionView {
  readonly tier: Tier;
  /** What is paid a month: nothing for a plan that was given. */
  readonly price: number;
  readonly status: SubscriptionStatus;
  readonly dailyLimit: number;
  readonly models: readonly string[];
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: number | null;
  /** Set while the plan was given by hand: since when, and the plan that is paid for besides. It stays until it is taken back. */
  readonly granted: { readonly since: number; readonly paidTier: Tier } | null;
}

/** What somebody pays for and may use; nobody's but their own. */
export class ReadSubscription {
  private readonly subscriptions: Subscriptions;
  private readonly tiers: AccountTiers;
  private readonly terms: PlanTerms;
  private readonly prices: Prices;

  constructor(subscriptions: Subscriptions, tiers: AccountTiers, terms: PlanTerms, prices: Prices) {
    this.subscriptions = subscriptions;
    this.tiers = tiers;
    this.terms = terms;
    this.prices = prices;
  }

  async execute(account: Account): Promise<SubscriptionView> {
    const all = await this.subscriptions.ofUser(account.uid);
    const shown = currentOf(all) ?? newest(all);
    const granted = await this.granted(account, paidTier(all));
    return {
      tier: account.tier,
      price: priceOf(granted?.paidTier ?? account.tier, this.prices),
      ...factsOf(shown),
      dailyLimit: await this.terms.dailyLimit(account),
      models: await this.terms.models(account),
      granted,
    };
  }

  /** A grant counts only while it is higher than what is paid for. */
  private async granted({ uid }: Account, paid: Tier): Promise<SubscriptionView['granted']> {
    const grant = await this.tiers.granted(uid);
    return grant && isHigher(grant.tier, paid) ? { since: grant.at, paidTier: paid } : null;
  }
}

const factsOf = (shown: Subscription | undefined) => ({
  status: statusOf(shown),
  subscriptionId: shown?.id ?? null,
  customerId: shown?.customerId ?? null,
  cancelAtPeriodEnd: shown?.cancelAtPeriodEnd ?? false,
  currentPeriodEnd: shown?.currentPeriodEnd ?? null,
});

const newest = (all: readonly Subscription[]): Subscription | undefined =>
  all.filter(({ state }) => state !== 'pending').toSorted((a, b) => b.stateAt - a.stateAt)[0];
