import { useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { usePage } from '../../lib/page.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { billingApi, type Plans, type Subscription } from './billing-api.ts';
import { failureText } from './failure-text.ts';
import { PlanOffers } from './plan-offers.tsx';
import { isHigher } from './plan-order.ts';
import styles from './subscription-dialog.module.css';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { cancelText, isCancellable } from './subscription-words.ts';
import { useTexts } from './texts.ts';
import { useCheckout } from './use-checkout.ts';

const usePortal = () => {
  const t = useTexts();
  const page = usePage();
  const [open, { isLoading, error }] = billingApi.useCustomerPortalMutation();
  const go = async (): Promise<void> => {
    const { data } = await open();
    if (data && /^https?:\/\//.test(data.url)) page.go(data.url);
  };
  return {
    go: () => {
      void go();
    },
    busy: isLoading,
    failure: error ? failureText(error, t('noPortal')) : null,
  };
};

const useCancelling = () => {
  const [cancel, { isLoading, isError, reset }] = billingApi.useCancelSubscriptionMutation();
  const [asking, setAsking] = useState(false);
  const run = async (): Promise<void> => {
    await cancel();
    setAsking(false);
  };
  return {
    asking,
    busy: isLoading,
    failed: isError,
    ask: () => {
      reset();
      setAsking(true);
    },
    drop: () => setAsking(false),
    run: () => {
      void run();
    },
  };
};

type Cancelling = ReturnType<typeof useCancelling>;

const Actions = ({ of, cancelling }: { readonly of: Subscription; readonly cancelling: Cancelling }) => {
  const t = useTexts();
  const portal = usePortal();
  return (
    <>
      {of.status === 'past_due' ? <Notice tone="warning">{t('overdue')}</Notice> : null}
      {cancelling.failed && !cancelling.asking ? (
        <Notice
          tone="danger"
          action={
            <Button size="s" busy={cancelling.busy} onClick={cancelling.run}>
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
          <Button variant="quiet" onClick={cancelling.ask}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
    </>
  );
};

const Upgrades = ({ offer, own }: { readonly offer: Plans; readonly own: Tier }) => {
  const t = useTexts();
  const checkout = useCheckout();
  const tiers = offer.plans.map(({ tier }) => tier).filter((tier) => isHigher(tier, own));
  if (tiers.length === 0) return null;
  return (
    <section className={styles['upgrades']} aria-label={t('upgrade')}>
      <h3>{t('upgrade')}</h3>
      <PlanOffers offer={offer} tiers={tiers} own={own} checkout={checkout} />
    </section>
  );
};

/** The account and the prices; both are needed before anything is shown, and both are asked again together. */
const useStatus = () => {
  const own = billingApi.useSubscriptionQuery(undefined, { refetchOnMountOrArgChange: true });
  const plans = billingApi.usePlansQuery();
  const again = (): void => {
    if (own.isError) void own.refetch();
    if (plans.isError) void plans.refetch();
  };
  return {
    own: own.isError ? undefined : own.data,
    offer: plans.data,
    failed: own.isError || plans.isError,
    busy: own.isFetching || plans.isFetching,
    again,
  };
};

const Status = ({ cancelling }: { readonly cancelling: Cancelling }) => {
  const t = useTexts();
  const { own, offer, failed, busy, again } = useStatus();
  if (own && offer) {
    return (
      <>
        <SubscriptionFacts of={own} currency={offer.currency} />
        <Actions of={own} cancelling={cancelling} />
        <Upgrades offer={offer} own={own.tier} />
      </>
    );
  }
  if (!failed) return <Skeleton lines={5} label={t('loadingSubscription')} />;
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" busy={busy} onClick={again}>
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
  const t = useTexts();
  const cancelling = useCancelling();
  const { data } = billingApi.useSubscriptionQuery();
  return (
    <>
      <Dialog title={t('subscription')} size="l" onClose={onClose}>
        <Status cancelling={cancelling} />
        <footer className={styles['foot']}>
          <Button variant="quiet" size="s" onClick={onCompare}>
            {t('compare')}
          </Button>
        </footer>
      </Dialog>
      {cancelling.asking && data ? (
        <AlertDialog
          title={t('cancelTitle')}
          text={cancelText(t, data)}
          action={t('cancelConfirm')}
          busy={cancelling.busy}
          onConfirm={cancelling.run}
          onCancel={cancelling.drop}
        />
      ) : null}
    </>
  );
};
