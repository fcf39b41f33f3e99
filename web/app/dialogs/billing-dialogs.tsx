import { lazy, useEffect } from 'react';

import { billingApi, type PaidTier } from '../../features/billing/billing-api.ts';
import { useSubscriptionTier } from '../../features/billing/pricing/use-plans.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';
import { checkoutReturned } from '../../state/ui-slice.ts';
import { isSubscription } from '../router/address.ts';
import { useAddress } from '../router/use-address.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { useActions } from '../use-actions.ts';
import { t } from '../texts.ts';
import { OperatorLinks } from '../shell/operator-links.tsx';
import { loadPricing } from './load-pricing.ts';

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

const Pricing = ({ signedIn }: { readonly signedIn: boolean }) => {
  const close = useCloseDialog();
  const actions = useActions();
  const own = useSubscriptionTier();
  // A visitor who wants a paid plan finds it again behind the sign-in dialog; the free beginning
  // needs no prices any more.
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
      foot={<OperatorLinks />}
    />
  );
};

/** The notice after leaving the payment page without paying, shown once. */
const useCheckoutCancelledToast = (): void => {
  const dispatch = useAppDispatch();
  const cancelled = useAppSelector(({ ui }) => ui.checkoutOutcome === 'cancelled');
  useEffect(() => {
    if (!cancelled) return;
    dispatch(checkoutReturned(null));
    dispatch(toastShown('note', t('checkoutCancelled')));
  }, [dispatch, cancelled]);
};

/** Where nothing is sold, no screen of this kind opens, whatever the address. */
const useCloseWithoutPayments = (sold: boolean | undefined, isOpen: boolean): void => {
  const close = useCloseDialog();
  useEffect(() => {
    if (sold === false && isOpen) close();
  }, [close, sold, isOpen]);
};

/** Prices, the subscription, and the way back from the payment page. */
export const BillingDialogs = () => {
  const dispatch = useAppDispatch();
  const actions = useActions();
  const close = useCloseDialog();
  const address = useAddress();
  const user = useAppSelector(({ session }) => session.user);
  const checkoutOutcome = useAppSelector(({ ui }) => ui.checkoutOutcome);
  const blockedFile = useAppSelector(({ files }) => files.blockedFile);
  const { data: offer } = billingApi.usePlansQuery();
  const showsPricing = address.at === 'pricing';
  const showsSubscription = isSubscription(address);
  useCheckoutCancelledToast();
  useCloseWithoutPayments(offer?.payments, showsPricing || showsSubscription);
  if (offer?.payments === false) return null;
  return (
    <>
      {showsPricing ? <Pricing signedIn={user !== null} /> : null}
      {showsSubscription && user ? (
        <SubscriptionDialog blockedFile={blockedFile} onCompare={actions.openPricing} onClose={close} />
      ) : null}
      {checkoutOutcome === 'success' && user ? (
        <CheckoutReturn name={user.name} onClose={() => dispatch(checkoutReturned(null))} />
      ) : null}
    </>
  );
};
