import { useState } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { isWebAddress } from '../../../lib/web-address.ts';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice, RetryNotice } from '../../../ui/display/notice.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { billingApi, type Plans, type Subscription } from '../billing-api.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { PlanOffers } from '../pricing/plan-offers.tsx';
import { isHigherTier } from '../pricing/plan-order.ts';
import styles from './subscription-dialog.module.css';
import { Downgrade } from './downgrade.tsx';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { formatCancelQuestion, isCancellable, isWithoutPlan } from './subscription-texts.ts';
import { useTranslations } from '../texts.ts';
import { useCheckout } from '../checkout/use-checkout.ts';

const usePortal = () => {
  const t = useTranslations();
  const page = useBrowserEnv();
  const [open, { isLoading, error, data }] = billingApi.useCustomerPortalMutation();
  const go = async (): Promise<void> => {
    const url = (await open()).data?.url;
    if (isWebAddress(url)) page.navigate(url);
  };
  const failed = error !== undefined || (data !== undefined && !isWebAddress(data.url));
  return { go: () => void go(), busy: isLoading, failure: failed ? getErrorMessage(error, t('noPortal')) : null };
};

const useCancelSubscription = () => {
  const [cancel, { isLoading, isError, reset }] = billingApi.useCancelSubscriptionMutation();
  const [isConfirming, setConfirming] = useState(false);
  const run = async (): Promise<void> => {
    await cancel();
    setConfirming(false);
  };
  return {
    isConfirming,
    busy: isLoading,
    failed: isError,
    ask: () => {
      reset();
      setConfirming(true);
    },
    dismiss: () => setConfirming(false),
    run: () => void run(),
  };
};

/** Takes the cancellation back, as long as the plan has not ended. */
const ResumeAction = ({ busy, onResume }: { readonly busy: boolean; readonly onResume: () => void }) => {
  const t = useTranslations();
  return (
    <Button variant="primary" busy={busy} onClick={onResume}>
      {t('resume')}
    </Button>
  );
};

const Overdue = ({ of }: { readonly of: Subscription }) => {
  const t = useTranslations();
  return <Notice tone="warning">{t(isWithoutPlan(of) ? 'overdueWithoutPlan' : 'overdue')}</Notice>;
};

type SubscriptionCancellation = ReturnType<typeof useCancelSubscription>;

const Actions = ({
  of,
  offer,
  cancellation,
}: {
  readonly of: Subscription;
  readonly offer: Plans;
  readonly cancellation: SubscriptionCancellation;
}) => {
  const t = useTranslations();
  const portal = usePortal();
  const [resume, resumption] = billingApi.useResumeSubscriptionMutation();
  return (
    <>
      {of.status === 'past_due' ? <Overdue of={of} /> : null}
      {cancellation.failed && !cancellation.isConfirming ? (
        <RetryNotice busy={cancellation.busy} onRetry={cancellation.run}>
          {t('cancelFailed')}
        </RetryNotice>
      ) : null}
      {resumption.isError && of.status === 'canceling' ? (
        <RetryNotice busy={resumption.isLoading} onRetry={() => void resume()}>
          {t('resumeFailed')}
        </RetryNotice>
      ) : null}
      {portal.failure ? (
        <Notice tone="danger">
          <LazyServerText text={portal.failure} />
        </Notice>
      ) : null}
      <div className={styles['actions']}>
        {of.status === 'canceling' ? <ResumeAction busy={resumption.isLoading} onResume={() => void resume()} /> : null}
        {of.stripeCustomerId ? (
          <Button busy={portal.busy} onClick={portal.go}>
            {t('managePayment')}
          </Button>
        ) : null}
        <Downgrade of={of} offer={offer} />
        {isCancellable(of) ? (
          <Button variant="quiet" onClick={cancellation.ask}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
    </>
  );
};

const Upgrades = ({ of, offer }: { readonly of: Subscription; readonly offer: Plans }) => {
  const t = useTranslations();
  const checkout = useCheckout();
  const lastingTier = of.granted?.ends?.tier ?? of.tier;
  const tiers = offer.plans.map(({ tier }) => tier).filter((tier) => isHigherTier(tier, lastingTier));
  if (tiers.length === 0) return null;
  return (
    <section className={styles['upgrades']} aria-label={t('upgrade')}>
      <h3>{t('upgrade')}</h3>
      <PlanOffers offer={offer} tiers={tiers} currentTier={of.tier} lastingTier={lastingTier} checkout={checkout} />
    </section>
  );
};

const Status = ({ cancellation }: { readonly cancellation: SubscriptionCancellation }) => {
  const t = useTranslations();
  const subscription = billingApi.useSubscriptionQuery(undefined, { refetchOnMountOrArgChange: true });
  const plans = billingApi.usePlansQuery();
  const own = subscription.isError ? undefined : subscription.data;
  const offer = plans.data;
  const query = {
    data: own && offer && { own, offer },
    isError: subscription.isError || plans.isError,
    isFetching: subscription.isFetching || plans.isFetching,
    refetch: (): void => {
      if (subscription.isError) void subscription.refetch();
      if (plans.isError) void plans.refetch();
    },
  };
  return (
    <Loaded query={query} lines={5} loading={t('loadingSubscription')} failed={t('subscriptionFailed')}>
      {(status) => (
        <>
          <SubscriptionFacts subscription={status.own} currency={status.offer.currency} />
          <Actions of={status.own} offer={status.offer} cancellation={cancellation} />
          <Upgrades of={status.own} offer={status.offer} />
        </>
      )}
    </Loaded>
  );
};

interface SubscriptionDialogProps {
  /** The file that the plan refused, when that opened the dialog. */
  readonly blockedFile: string | null;
  readonly onCompare: () => void;
  readonly onClose: () => void;
}

/** The subscription: its state, its actions, and the upgrades. */
export const SubscriptionDialog = ({ blockedFile, onCompare, onClose }: SubscriptionDialogProps) => {
  const t = useTranslations();
  const cancellation = useCancelSubscription();
  const { data } = billingApi.useSubscriptionQuery();
  return (
    <>
      <Dialog title={t('subscription')} size="l" onClose={onClose}>
        {blockedFile === null ? null : <Notice tone="warning">{t('blockedFile', { name: blockedFile })}</Notice>}
        <Status cancellation={cancellation} />
        <div className={styles['foot']}>
          <Button variant="quiet" size="s" onClick={onCompare}>
            {t('compare')}
          </Button>
        </div>
      </Dialog>
      {cancellation.isConfirming && data ? (
        <AlertDialog
          title={t('cancelTitle')}
          text={formatCancelQuestion(t, data)}
          action={t('cancelConfirm')}
          dismissal={t('cancelDismiss')}
          busy={cancellation.busy}
          onConfirm={cancellation.run}
          onCancel={cancellation.dismiss}
        />
      ) : null}
    </>
  );
};
