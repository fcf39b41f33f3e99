import { consumeUrlParameter } from '../lib/url-parameter.ts';
import type { AppStore } from '../state/store.ts';
import { checkoutReturned } from '../state/ui-slice.ts';

/** Coming back from the payment page: the address is cleaned at once, what it said is told when the page stands. */
export const consumeCheckoutReturn = ({ dispatch }: AppStore): void => {
  const outcome = consumeUrlParameter('checkout');
  if (outcome === 'success' || outcome === 'cancelled') dispatch(checkoutReturned(outcome));
};
