import type { Tier } from '../../../../src/contract/common.ts';
import { useAppSelector } from '../../../state/store.ts';
import { billingApi } from '../billing-api.ts';
import { isHigherTier } from './plan-order.ts';

/** The plan that this account pays for; an admin's override changes nothing about it. Free for a visitor. */
export const useSubscriptionTier = (): Tier => useAppSelector(({ session }) => session.user?.subscription ?? 'free');

/** Whether plans are sold here; false until the server has answered. */
export const usePaymentsEnabled = (): boolean => billingApi.usePlansQuery().data?.payments ?? false;

/** Messages a day with a free account; -1: no limit. 0 until the server has answered, too: no number is promised. */
export const useFreeDailyLimit = (): number =>
  billingApi.usePlansQuery().data?.plans.find(({ tier }) => tier === 'free')?.dailyLimit ?? 0;

/** Whether there is a higher plan to offer to this person. */
export const useCanUpgrade = (): boolean => {
  const currentTier = useSubscriptionTier();
  const { data } = billingApi.usePlansQuery();
  return data?.payments === true && data.plans.some(({ tier }) => isHigherTier(tier, currentTier));
};
