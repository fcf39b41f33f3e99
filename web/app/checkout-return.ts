import { takeParameter } from '../lib/address.ts';
import type { AppStore } from '../state/store.ts';
import { checkoutLeft } from '../state/ui-slice.ts';

/** Coming back from the payment page: the address is cleaned at once, what it said is told when the page stands. */
export const noteCheckoutReturn = ({ dispatch }: AppStore): void => {
  const outcome = takeParameter('checkout');
  if (outcome === 'success' || outcome === 'cancelled') dispatch(checkoutLeft(outcome));
};
