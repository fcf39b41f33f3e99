import { useCanUpgrade } from '../features/billing/pricing/use-plans.ts';
import { useActions } from './use-actions.ts';

/** Shows the plans; null where there is nothing to buy. */
export const useOpenPlans = (): (() => void) | null => {
  const canUpgrade = useCanUpgrade();
  const { openSubscription } = useActions();
  return canUpgrade ? openSubscription : null;
};
