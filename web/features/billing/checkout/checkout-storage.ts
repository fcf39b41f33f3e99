import type { PaidTier } from '../billing-api.ts';

const KEY = 'checkout-plan';

/** Keeps in this tab which plan is being bought, so that the return knows what to wait for. */
export const saveCheckoutTier = (tier: PaidTier): void => {
  try {
    sessionStorage.setItem(KEY, tier);
  } catch {
    // Without storage the return waits for any paid plan.
  }
};

/** The plan that was last bought in this tab; null when nobody remembers. */
export const getCheckoutTier = (): PaidTier | null => {
  try {
    const tier = sessionStorage.getItem(KEY);
    return tier === 'basic' || tier === 'premium' ? tier : null;
  } catch {
    return null;
  }
};
