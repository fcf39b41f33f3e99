import { Check, CircleCheck, Hourglass } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { Tier } from '../../../../src/contract/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { billingApi } from '../billing-api.ts';
import { getCheckoutTier } from './checkout-storage.ts';
import styles from './checkout-return.module.css';
import { getPlanFeatures, PLAN_NAMES } from '../pricing/plan-texts.ts';
import { useTranslations } from '../texts.ts';
import { useCheckoutResult } from './use-checkout-result.ts';

interface CheckoutReturnProps {
  readonly name: string;
  readonly onClose: () => void;
}

const WaitingForPayment = () => {
  const t = useTranslations();
  return (
    <div role="status" className={styles['body']}>
      <span aria-hidden="true" className={styles['pulse']} />
      <p>{t('waitingForPayment')}</p>
    </div>
  );
};

const SlowPayment = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTranslations();
  return (
    <div className={styles['body']}>
      <Hourglass aria-hidden="true" className={styles['sign']} />
      <p role="status">{t('slowPayment')}</p>
      <Button variant="primary" onClick={onRetry}>
        {t('checkAgain')}
      </Button>
    </div>
  );
};

const PaymentConfirmed = ({
  tier,
  name,
  children,
}: {
  readonly tier: Tier;
  readonly name: string;
  readonly children: ReactNode;
}) => {
  const t = useTranslations();
  const plan = billingApi.usePlansQuery().data?.plans.find((one) => one.tier === tier);
  const first = name.trim().split(/\s+/)[0];
  return (
    <div className={styles['body']}>
      <CircleCheck aria-hidden="true" className={styles['done']} />
      <p role="status">{first ? t('thanksNamed', { name: first }) : t('thanks')}</p>
      {plan ? (
        <ul className={styles['list']}>
          {getPlanFeatures(plan).map((feature) => (
            <li key={feature}>
              <Check aria-hidden="true" />
              {feature}
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </div>
  );
};

/** After the payment page: waits until the server confirms the payment. */
export const CheckoutReturn = ({ name, onClose }: CheckoutReturnProps) => {
  const t = useTranslations();
  const [expected] = useState(getCheckoutTier);
  const result = useCheckoutResult(expected);
  const title = result.phase === 'landed' ? t('welcome', { plan: t(PLAN_NAMES[result.tier]) }) : t('confirming');
  return (
    <Dialog title={title} size="s" onClose={onClose}>
      {result.phase === 'waiting' ? <WaitingForPayment /> : null}
      {result.phase === 'slow' ? <SlowPayment onRetry={result.retry} /> : null}
      {result.phase === 'landed' ? (
        <PaymentConfirmed tier={result.tier} name={name}>
          <Button autoFocus data-autofocus variant="primary" wide onClick={onClose}>
            {t('startChatting')}
          </Button>
        </PaymentConfirmed>
      ) : null}
    </Dialog>
  );
};
