import { lazy, useEffect } from 'react';

import { billingApi, type PaidTier } from '../features/billing/billing-api.ts';
import { useOwnTier } from '../features/billing/use-plans.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { toastShown } from '../state/toast-slice.ts';
import { checkoutLeft, pricingSet, subscriptionModalSet } from '../state/ui-slice.ts';
import { useActions } from './use-actions.ts';
import { say } from './texts.ts';

const loadPricing = () => import('../features/billing/pricing-panel.tsx');
const PricingPanel = lazy(() => loadPricing().then(({ PricingPanel: component }) => ({ default: component })));
const SubscriptionDialog = lazy(() =>
  import('../features/billing/subscription-dialog.tsx').then(({ SubscriptionDialog: component }) => ({
    default: component,
  })),
);
const CheckoutReturn = lazy(() =>
  import('../features/billing/checkout-return.tsx').then(({ CheckoutReturn: component }) => ({ default: component })),
);

/** Fetches all of this before it is needed; the parts lie in one file. */
export const preloadBilling = loadPricing;

const Pricing = ({ signedIn }: { readonly signedIn: boolean }) => {
  const dispatch = useAppDispatch();
  const actions = useActions();
  const own = useOwnTier();
  const close = (): void => {
    dispatch(pricingSet(false));
  };
  // A visitor who wants a paid plan finds it again behind the sign-in dialog; the free beginning needs no prices any more.
  const start = (tier: PaidTier | null): void => {
    if (tier === null) close();
    actions.signIn();
  };
  return (
    <PricingPanel own={signedIn ? own : null} onVisitor={start} onManage={actions.openSubscription} onClose={close} />
  );
};

/** Left the payment page without paying: said once, quietly. */
const useCancelledNote = (): void => {
  const dispatch = useAppDispatch();
  const cancelled = useAppSelector(({ ui }) => ui.checkoutOutcome === 'cancelled');
  useEffect(() => {
    if (!cancelled) return;
    dispatch(checkoutLeft(null));
    dispatch(toastShown('note', say('checkoutCancelled')));
  }, [dispatch, cancelled]);
};

/** Where nothing is sold, no screen of this kind opens, whoever asks for it. */
const useNothingSold = (sold: boolean | undefined): void => {
  const dispatch = useAppDispatch();
  const wanted = useAppSelector(({ ui }) => ui.subscriptionModalOpen || ui.pricingOpen);
  useEffect(() => {
    if (sold !== false || !wanted) return;
    dispatch(subscriptionModalSet(false));
    dispatch(pricingSet(false));
  }, [dispatch, sold, wanted]);
};

/** Prices, the subscription, and the way back from the payment page. */
export const BillingDialogs = () => {
  const dispatch = useAppDispatch();
  const actions = useActions();
  const user = useAppSelector(({ session }) => session.user);
  const { pricingOpen, subscriptionModalOpen, checkoutOutcome } = useAppSelector(({ ui }) => ui);
  const { data: offer } = billingApi.usePlansQuery();
  useCancelledNote();
  useNothingSold(offer?.payments);
  if (offer?.payments === false) return null;
  return (
    <>
      {pricingOpen ? <Pricing signedIn={user !== null} /> : null}
      {subscriptionModalOpen && user ? (
        <SubscriptionDialog onCompare={actions.openPricing} onClose={() => dispatch(subscriptionModalSet(false))} />
      ) : null}
      {checkoutOutcome === 'success' && user ? (
        <CheckoutReturn name={user.name} onClose={() => dispatch(checkoutLeft(null))} />
      ) : null}
    </>
  );
};
