import { useState } from 'react';

import { formatDay } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice, RetryNotice } from '../../../ui/display/notice.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { billingApi, type PaidTier, type Plans, type Subscription } from '../billing-api.ts';
import { isHigherTier } from '../pricing/plan-order.ts';
import { formatPrice, PLAN_NAMES } from '../pricing/plan-texts.ts';
import { useTranslations } from '../texts.ts';

interface DowngradeProps {
  readonly of: Subscription;
  readonly offer: Plans;
}

const isPaid = (tier: Subscription['tier']): tier is PaidTier => tier !== 'free';

/** The highest paid plan below the one that is paid for; none for what is cancelled, overdue or changes already. */
const findLowerTier = ({ tier, granted, status, nextTier }: Subscription, offer: Plans): PaidTier | undefined => {
  const paid = granted?.paidTier ?? tier;
  if (status !== 'active' || nextTier !== null) return undefined;
  return offer.plans
    .map((plan) => plan.tier)
    .filter(isPaid)
    .findLast((lower) => isHigherTier(paid, lower));
};

/** Stays with the present plan, as long as the lower one has not begun. */
const KeepPlan = ({ tier }: Pick<Subscription, 'tier'>) => {
  const t = useTranslations();
  const [keep, { isLoading, isError }] = billingApi.useCancelDowngradeMutation();
  return (
    <>
      {isError ? (
        <RetryNotice busy={isLoading} onRetry={() => void keep()}>
          {t('changeFailed')}
        </RetryNotice>
      ) : null}
      <Button variant="primary" busy={isLoading} onClick={() => void keep()}>
        {t('keepPlan', { plan: t(PLAN_NAMES[tier]) })}
      </Button>
    </>
  );
};

const ChangePlan = ({ of, offer, to }: DowngradeProps & { readonly to: PaidTier }) => {
  const t = useTranslations();
  const [downgrade, { isLoading, isError }] = billingApi.useDowngradeMutation();
  const [isConfirming, setConfirming] = useState(false);
  const plan = t(PLAN_NAMES[to]);
  const price = formatPrice(offer.plans.find(({ tier }) => tier === to)?.price ?? 0, offer.currency);
  const confirm = async (): Promise<void> => {
    await downgrade(to);
    setConfirming(false);
  };
  return (
    <>
      {isError && !isConfirming ? <Notice tone="danger">{t('changeFailed')}</Notice> : null}
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        {t('changeTo', { plan })}
      </Button>
      {isConfirming ? (
        <AlertDialog
          title={t('changeTitle', { plan })}
          text={t('changeText', {
            current: t(PLAN_NAMES[of.granted?.paidTier ?? of.tier]),
            day: formatDay(of.currentPeriodEnd) ?? '',
            plan,
            price,
          })}
          action={t('changeTo', { plan })}
          busy={isLoading}
          onConfirm={() => void confirm()}
          onCancel={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
};

/** The step down to a lower paid plan at the end of the paid month, and back until then. */
export const Downgrade = ({ of, offer }: DowngradeProps) => {
  const to = findLowerTier(of, offer);
  if (of.nextTier !== null) return <KeepPlan tier={of.granted?.paidTier ?? of.tier} />;
  return to === undefined ? null : <ChangePlan of={of} offer={offer} to={to} />;
};
