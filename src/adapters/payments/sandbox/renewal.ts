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
