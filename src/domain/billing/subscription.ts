import { type Tier, TIERS } from '../../shared/tiers.ts';

/**
 * How a provider stands to a subscription: `pending` was never paid; `past_due` is being collected and still counts;
 * `suspended` is kept but gives nothing; `ended` is final.
 */
export type SubscriptionState = 'pending' | 'active' | 'past_due' | 'suspended' | 'ended';

/** A subscription as its provider tells it now. `tier` is free for a price that is none of ours. Times in milliseconds. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly tier: Tier;
  readonly state: SubscriptionState;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: number | null;
}

/** A provider's subscription as we know it. An account may have several while one takes another's place. */
export interface Subscription extends ProviderSubscription {
  readonly uid: string;
  readonly provider: string;
  /** When we first saw it; never changes. */
  readonly createdAt: number;
  /** The provider's time of the newest state that was applied. */
  readonly stateAt: number;
  /** Counts the states that were applied: who saves must have seen the one before. */
  readonly revision: number;
}

/** What people are told. */
export type SubscriptionStatus = 'none' | 'active' | 'canceling' | 'canceled' | 'past_due';

const rank = (tier: Tier): number => TIERS.indexOf(tier);

export const isHigher = (tier: Tier, than: Tier): boolean => rank(tier) > rank(than);

/** Whether its plan may be used. A failed payment takes nothing away while the provider still collects. */
const isLive = ({ state }: Subscription): boolean => state === 'active' || state === 'past_due';

/** Whether it may cost money now or later. */
export const isOpen = (subscription: Subscription): boolean =>
  isLive(subscription) || subscription.state === 'suspended';

/** The one that counts: the highest plan that is live, of equals the one known longest. Undefined when none is open. */
export const findCurrent = (subscriptions: readonly Subscription[]): Subscription | undefined =>
  subscriptions.filter((one) => isOpen(one) && one.tier !== 'free').toSorted(comparePriority)[0];

/** Only by what does not change while it is live: two who look at once must not end each other's choice. */
const comparePriority = (a: Subscription, b: Subscription): number =>
  Number(isLive(b)) - Number(isLive(a)) ||
  rank(b.tier) - rank(a.tier) ||
  a.createdAt - b.createdAt ||
  (a.id < b.id ? -1 : 1);

/** What an account has paid for. */
export const getPaidTier = (subscriptions: readonly Subscription[]): Tier => {
  const current = findCurrent(subscriptions);
  return current && isLive(current) ? current.tier : 'free';
};

/** Those that the current one has taken the place of: they must not cost any more. */
export const findSuperseded = (subscriptions: readonly Subscription[]): readonly Subscription[] => {
  const current = findCurrent(subscriptions);
  if (!current || !isLive(current)) return [];
  return subscriptions.filter((one) => one !== current && isOpen(one) && one.tier !== 'free');
};

/** The status that people see of the current subscription, or of the newest one when none is open. */
export const toStatus = (subscription: Subscription | undefined): SubscriptionStatus => {
  if (!subscription || subscription.state === 'pending') return 'none';
  if (subscription.state === 'ended') return 'canceled';
  if (subscription.cancelAtPeriodEnd) return 'canceling';
  return subscription.state === 'active' ? 'active' : 'past_due';
};
