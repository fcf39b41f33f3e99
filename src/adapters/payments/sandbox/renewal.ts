import type { SandboxSubscription } from './store.ts';

/** What the sandbox takes for a month. */
export const PERIOD_MS = 30 * 86_400_000;

/** A subscription as it stands at a moment: without anybody's doing it renews at the end of its period, or ends there when it was cancelled. */
export const renewedAt = (subscription: SandboxSubscription, now: number): SandboxSubscription => {
  const { state, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (state === 'ended' || currentPeriodEnd > now) return subscription;
  if (cancelAtPeriodEnd) return { ...subscription, state: 'ended' };
  const periods = Math.floor((now - currentPeriodEnd) / PERIOD_MS) + 1;
  return { ...subscription, currentPeriodEnd: currentPeriodEnd + periods * PERIOD_MS };
};
