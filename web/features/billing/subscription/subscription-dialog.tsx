import { useState } from 'react';

import type { Tier } from '../../../../src/contract/common.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { billingApi, type Plans, type Subscription } from '../billing-api.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { PlanOffers } from '../pricing/plan-offers.tsx';
import { isHigherTier } from '../pricing/plan-order.ts';
import styles from './subscription-dialog.module.css';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { formatCancelQuestion, isCancellable } from './subscription-texts.ts';
import { useTranslations } from '../texts.ts';
import { useCheckout } from '../checkout/use-checkout.ts';

const usePortal = () => {
  const t = useTranslations();
  const page = useBrowserEnv();
  const [open, { isLoading, error }] = billingApi.useCustomerPortalMutation();
  const go = async (): Promise<void> => {
    const { data } = await open();
    if (data && /^https?:\/\//.test(data.url)) page.navigate(data.url);
  };
  return {
    go: () => {
      void go();
    },
    busy: isLoading,
    failure: error ? getErrorMessage(error, t('noPortal')) : null,
  };
};

const useCancelSubscription = () => {
  const [cancel, { isLoading, isError, reset }] = billingApi.useCancelSubscriptionMutation();
  const [isConfirming, setConfirming] = useState(false);
  const run = async (): Promise<void> => {
    await cancel();
    setConfirming(false);
  };
  return {
    asking: isConfirming,
    busy: isLoading,
    failed: isError,
    ask: () => {
      reset();
      setConfirming(true);
    },
    drop: () => setConfirming(false),
    run: () => {
      void run();
    },
  };
};

type SubscriptionCancellation = ReturnType<typeof useCancelSubscription>;

const Actions = ({
  of,
  cancellation,
}: {
  readonly of: Subscription;
  readonly cancellation: SubscriptionCancellation;
}) => {
  const t = useTranslations();
  const portal = usePortal();
  return (
    <>
      {of.status === 'past_due' ? <Notice tone="warning">{t('overdue')}</Notice> : null}
      {cancellation.failed && !cancellation.asking ? (
        <Notice
          tone="danger"
          action={
            <Button size="s" busy={cancellation.busy} onClick={cancellation.run}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('cancelFailed')}
        </Notice>
      ) : null}
      {portal.failure ? <Notice tone="danger">{portal.failure}</Notice> : null}
      <div className={styles['actions']}>
        {of.stripeCustomerId ? (
          <Button busy={portal.busy} onClick={portal.go}>
            {t('managePayment')}
          </Button>
        ) : null}
        {isCancellable(of) ? (
          <Button variant="quiet" onClick={cancellation.ask}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
    </>
  );
};

const Upgrades = ({ offer, currentTier }: { readonly offer: Plans; readonly currentTier: Tier }) => {
  const t = useTranslations();
  const checkout = useCheckout();
  const tiers = offer.plans.map(({ tier }) => tier).filter((tier) => isHigherTier(tier, currentTier));
  if (tiers.length === 0) return null;
  return (
    <section className={styles['upgrades']} aria-label={t('upgrade')}>
      <h3>{t('upgrade')}</h3>
      <PlanOffers offer={offer} tiers={tiers} currentTier={currentTier} checkout={checkout} />
    </section>
  );
};

/** The account and the prices; both are needed before anything is shown, and both are asked again together. */
const useStatus = () => {
  const subscription = billingApi.useSubscriptionQuery(undefined, { refetchOnMountOrArgChange: true });
  const plans = billingApi.usePlansQuery();
  const retry = (): void => {
    if (subscription.isError) void subscription.refetch();
    if (plans.isError) void plans.refetch();
  };
  return {
    subscription: subscription.isError ? undefined : subscription.data,
    offer: plans.data,
    failed: subscription.isError || plans.isError,
    busy: subscription.isFetching || plans.isFetching,
    again: retry,
  };
};

const Status = ({ cancellation }: { readonly cancellation: SubscriptionCancellation }) => {
  const t = useTranslations();
  const { subscription: own, offer, failed, busy, again: retry } = useStatus();
  if (own && offer) {
    return (
      <>
        <SubscriptionFacts subscription={own} currency={offer.currency} />
        <Actions of={own} cancellation={cancellation} />
        <Upgrades offer={offer} currentTier={own.tier} />
      </>
    );
  }
  if (!failed) return <Skeleton lines={5} label={t('loadingSubscription')} />;
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" busy={busy} onClick={retry}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('subscriptionFailed')}
    </Notice>
  );
};

interface SubscriptionDialogProps {
  readonly onCompare: () => void;
  readonly onClose: () => void;
}

/** What the person pays for, how to end it, and what more there is. */
export const SubscriptionDialog = ({ onCompare, onClose }: SubscriptionDialogProps) => {
  const t = useTranslations();
  const cancellation = useCancelSubscription();
  const { data } = billingApi.useSubscriptionQuery();
  return (
    <>
      <Dialog title={t('subscription')} size="l" onClose={onClose}>
        <Status cancellation={cancellation} />
        <footer className={styles['foot']}>
          <Button variant="quiet" size="s" onClick={onCompare}>
            {t('compare')}
          </Button>
        </footer>
      </Dialog>
      {cancellation.asking && data ? (
        <AlertDialog
          title={t('cancelTitle')}
          text={formatCancelQuestion(t, data)}
          action={t('cancelConfirm')}
          busy={cancellation.busy}
          onConfirm={cancellation.run}
          onCancel={cancellation.drop}
        />
      ) : null}
    </>
  );
};
