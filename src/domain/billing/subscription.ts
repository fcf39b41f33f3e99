import { type PaidTier, type Tier, TIERS } from '../../shared/tiers.ts';

/**
 * `pending`: never paid; `past_due`: payment is being collected, the plan still counts; `suspended`: exists without a
 * plan; `ended`: final.
 */
export type SubscriptionState = 'pending' | 'active' | 'past_due' | 'suspended' | 'ended';

/** A subscription as the provider has it. `tier` is free for a price of no plan. Times in milliseconds. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly tier: Tier;
  readonly state: SubscriptionState;
  readonly cancelAtPeriodEnd: boolean;
  /** The plan from the end of the period on, where another one was asked for. */
  readonly nextTier: Tier | null;
  readonly currentPeriodEnd: number | null;
  /** The plan of our checkout that made it, where the provider says so: a former price may be of no plan by then. */
  readonly soldAs?: PaidTier | undefined;
}

/** A subscription as stored. An account may have several while one replaces another. */
export interface Subscription extends Omit<ProviderSubscription, 'soldAs'> {
  readonly uid: string;
  readonly provider: string;
  /** When we first stored it; never changes. */
  readonly createdAt: number;
  /** The provider's time of the last applied state. */
  readonly stateAt: number;
  /** The number of applied states, for optimistic locking. */
  readonly revision: number;
}

/** Shown to people. */
export type SubscriptionStatus = 'none' | 'active' | 'canceling' | 'canceled' | 'past_due';

const rank = (tier: Tier): number => TIERS.indexOf(tier);

export const isHigher = (tier: Tier, than: Tier): boolean => rank(tier) > rank(than);

/** The plan may be used. A failed payment takes nothing away while the provider still collects. */
const isLive = ({ state }: Subscription): boolean => state === 'active' || state === 'past_due';

/** It may cost money now or later. */
export const isOpen = (subscription: Subscription): boolean =>
  isLive(subscription) || subscription.state === 'suspended';

/** The subscription that counts: the highest live plan, the oldest of equals. Undefined when none is open. */
export const findCurrent = (subscriptions: readonly Subscription[]): Subscription | undefined =>
  subscriptions.filter((one) => isOpen(one) && one.tier !== 'free').toSorted(comparePriority)[0];

/** Only by fields that do not change while it is live, so that parallel calls choose the same one. */
const comparePriority = (a: Subscription, b: Subscription): number =>
  Number(isLive(b)) - Number(isLive(a)) ||
  rank(b.tier) - rank(a.tier) ||
  a.createdAt - b.createdAt ||
  (a.id < b.id ? -1 : 1);

export const getPaidTier = (subscriptions: readonly Subscription[]): Tier => {
  const current = findCurrent(subscriptions);
  return current && isLive(current) ? current.tier : 'free';
};

/** Subscriptions replaced by the current one; they must be cancelled. */
export const findSuperseded = (subscriptions: readonly Subscription[]): readonly Subscription[] => {
  const current = findCurrent(subscriptions);
  if (!current || !isLive(current)) return [];
  return subscriptions.filter((one) => one !== current && isOpen(one) && one.tier !== 'free');
};

/** Of the current subscription, or the newest one when none is open. */
export const toStatus = (subscription: Subscription | undefined): SubscriptionStatus => {
  if (!subscription || subscription.state === 'pending') return 'none';
  if (subscription.state === 'ended') return 'canceled';
  if (subscription.state === 'suspended') return 'past_due'; // cancelled or not: there is no plan to take up again
  if (subscription.cancelAtPeriodEnd) return 'canceling';
  return subscription.state === 'active' ? 'active' : 'past_due';
};
