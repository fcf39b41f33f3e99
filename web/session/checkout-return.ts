import { consumeUrlParameter } from '../lib/url-parameter.ts';
import type { AppStore } from '../state/store.ts';
import { checkoutReturned } from '../state/ui-slice.ts';

/** Removes the result of the payment page from the address, and stores it until the page can show it. */
export const consumeCheckoutReturn = ({ dispatch }: AppStore): void => {
  const outcome = consumeUrlParameter('checkout');
  if (outcome === 'success' || outcome === 'cancelled') dispatch(checkoutReturned(outcome));
};
