import { lazy, useEffect } from 'react';

import { billingApi, type PaidTier } from '../../features/billing/billing-api.ts';
import { useSubscriptionTier } from '../../features/billing/pricing/use-plans.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';
import { checkoutReturned, pricingSet, subscriptionModalSet } from '../../state/ui-slice.ts';
import { useActions } from '../use-actions.ts';
import { t } from '../texts.ts';

const loadPricing = () => import('../../features/billing/pricing/pricing-panel.tsx');
const PricingPanel = lazy(() => loadPricing().then(({ PricingPanel: component }) => ({ default: component })));
const SubscriptionDialog = lazy(() =>
  import('../../features/billing/subscription/subscription-dialog.tsx').then(({ SubscriptionDialog: component }) => ({
    default: component,
  })),
);
const CheckoutReturn = lazy(() =>
  import('../../features/billing/checkout/checkout-return.tsx').then(({ CheckoutReturn: component }) => ({
    default: component,
  })),
);

/** Fetches all of this before it is needed; the parts lie in one file. */
export const preloadBilling = loadPricing;

const Pricing = ({ signedIn }: { readonly signedIn: boolean }) => {
  const dispatch = useAppDispatch();
  const actions = useActions();
  const own = useSubscriptionTier();
  const close = (): void => {
    dispatch(pricingSet(false));
  };
  // A visitor who wants a paid plan finds it again behind the sign-in dialog; the free beginning needs no prices any more.
  const start = (tier: PaidTier | null): void => {
    if (tier === null) close();
    actions.signIn();
  };
  return (
    <PricingPanel
      currentTier={signedIn ? own : null}
      onVisitor={start}
      onManage={actions.openSubscription}
      onClose={close}
    />
  );
};

/** Left the payment page without paying: said once, quietly. */
const useCheckoutCancelledToast = (): void => {
  const dispatch = useAppDispatch();
  const cancelled = useAppSelector(({ ui }) => ui.checkoutOutcome === 'cancelled');
  useEffect(() => {
    if (!cancelled) return;
    dispatch(checkoutReturned(null));
    dispatch(toastShown('note', t('checkoutCancelled')));
  }, [dispatch, cancelled]);
};

/** Where nothing is sold, no screen of this kind opens, whoever asks for it. */
const useCloseWithoutPayments = (sold: boolean | undefined): void => {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(({ ui }) => ui.subscriptionModalOpen || ui.pricingOpen);
  useEffect(() => {
    if (sold !== false || !isOpen) return;
    dispatch(subscriptionModalSet(false));
    dispatch(pricingSet(false));
  }, [dispatch, sold, isOpen]);
};

/** Prices, the subscription, and the way back from the payment page. */
export const BillingDialogs = () => {
  const dispatch = useAppDispatch();
  const actions = useActions();
  const user = useAppSelector(({ session }) => session.user);
  const { pricingOpen, subscriptionModalOpen, checkoutOutcome } = useAppSelector(({ ui }) => ui);
  const { data: offer } = billingApi.usePlansQuery();
  useCheckoutCancelledToast();
  useCloseWithoutPayments(offer?.payments);
  if (offer?.payments === false) return null;
  return (
    <>
      {pricingOpen ? <Pricing signedIn={user !== null} /> : null}
      {subscriptionModalOpen && user ? (
        <SubscriptionDialog onCompare={actions.openPricing} onClose={() => dispatch(subscriptionModalSet(false))} />
      ) : null}
      {checkoutOutcome === 'success' && user ? (
        <CheckoutReturn name={user.name} onClose={() => dispatch(checkoutReturned(null))} />
      ) : null}
    </>
  );
};
