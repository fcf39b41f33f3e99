import type { PaidTier } from '../billing-api.ts';

const KEY = 'checkout-plan';

/** Stores the plan that is being bought, for the return from the payment page. */
export const saveCheckoutTier = (tier: PaidTier): void => {
  try {
    sessionStorage.setItem(KEY, tier);
  } catch {
    // Without storage the return waits for any paid plan.
  }
};

/** The plan that was last bought in this tab; null if unknown. */
export const getCheckoutTier = (): PaidTier | null => {
  try {
    const tier = sessionStorage.getItem(KEY);
    return tier === 'basic' || tier === 'premium' ? tier : null;
  } catch {
    return null;
  }
};
