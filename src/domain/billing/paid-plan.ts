import type { PaidPlan } from '../user-admin/ports.ts';
import { findCurrent, type Subscription, toStatus } from './subscription.ts';

/** What an account pays for, as admins see it; null: nothing. */
export const toPaidPlan = (subscriptions: readonly Subscription[]): PaidPlan | null => {
  const current = findCurrent(subscriptions);
  const status = toStatus(current);
  if (!current || status === 'none' || status === 'canceled') return null;
  const { tier, cancelAtPeriodEnd, currentPeriodEnd } = current;
  return { tier, status, renews: !cancelAtPeriodEnd, periodEnd: currentPeriodEnd };
};
