import type { PaidTier } from '../../../shared/tiers.ts';
import type { SandboxSubscription } from './store.ts';

/** The sandbox's billing period. */
export const PERIOD_MS = 30 * 86_400_000;

/** The next period begins: a downgrade that waited for it is applied. */
export const inNextPeriod = (subscription: SandboxSubscription, periods = 1): SandboxSubscription => ({
  ...subscription,
  tier: subscription.nextTier ?? subscription.tier,
  nextTier: null,
  currentPeriodEnd: subscription.currentPeriodEnd + periods * PERIOD_MS,
});

/** A subscription's state at a moment: it renews by itself at the end of its period, or ends there when cancelled. */
export const renewedAt = (subscription: SandboxSubscription, now: number): SandboxSubscription => {
  const { state, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (state === 'ended' || currentPeriodEnd > now) return subscription;
  if (cancelAtPeriodEnd) return { ...subscription, state: 'ended' };
  const periods = Math.floor((now - currentPeriodEnd) / PERIOD_MS) + 1;
  return inNextPeriod(subscription, periods);
};

/** Undefined: it may not be changed so. */
export type SubscriptionChange = (subscription: SandboxSubscription, now: number) => SandboxSubscription | undefined;

export const toCanceled: SubscriptionChange = (one) => ({ ...one, cancelAtPeriodEnd: true, nextTier: null });
export const toResumed: SubscriptionChange = (one) => ({ ...one, cancelAtPeriodEnd: false });
export const toKept: SubscriptionChange = (one) => ({ ...one, nextTier: null });

export const toDowngraded =
  (tier: PaidTier): SubscriptionChange =>
  (one) =>
    mayDowngrade(one) ? { ...one, nextTier: tier } : undefined;

/** Below Premium there is one plan, which has nothing to step down to. */
export const mayDowngrade = ({ tier, state, cancelAtPeriodEnd }: SandboxSubscription): boolean =>
  tier === 'premium' && state === 'active' && !cancelAtPeriodEnd;
