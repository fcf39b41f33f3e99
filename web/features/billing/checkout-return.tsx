import { Check, CircleCheck, Hourglass } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { billingApi } from './billing-api.ts';
import { boughtPlan } from './checkout-memory.ts';
import styles from './checkout-return.module.css';
import { featuresOf, PLAN_NAMES } from './plan-texts.ts';
import { useTexts } from './texts.ts';
import { useLanding } from './use-landing.ts';

interface CheckoutReturnProps {
  readonly name: string;
  readonly onClose: () => void;
}

const Waiting = () => {
  const t = useTexts();
  return (
    <div role="status" className={styles['body']}>
      <span aria-hidden="true" className={styles['pulse']} />
      <p>{t('waitingForPayment')}</p>
    </div>
  );
};

const Slow = ({ onAgain }: { readonly onAgain: () => void }) => {
  const t = useTexts();
  return (
    <div className={styles['body']}>
      <Hourglass aria-hidden="true" className={styles['sign']} />
      <p role="status">{t('slowPayment')}</p>
      <Button variant="primary" onClick={onAgain}>
        {t('checkAgain')}
      </Button>
    </div>
  );
};

const Landed = ({
  tier,
  name,
  children,
}: {
  readonly tier: Tier;
  readonly name: string;
  readonly children: ReactNode;
}) => {
  const t = useTexts();
  const plan = billingApi.usePlansQuery().data?.plans.find((one) => one.tier === tier);
  const first = name.trim().split(/\s+/)[0];
  return (
    <div className={styles['body']}>
      <CircleCheck aria-hidden="true" className={styles['done']} />
      <p role="status">{first ? t('thanksNamed', { name: first }) : t('thanks')}</p>
      {plan ? (
        <ul className={styles['list']}>
          {featuresOf(plan).map((feature) => (
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

/** Back from the payment page: says honestly what is known, and celebrates once it is true. */
export const CheckoutReturn = ({ name, onClose }: CheckoutReturnProps) => {
  const t = useTexts();
  const [wanted] = useState(boughtPlan);
  const landing = useLanding(wanted);
  const title = landing.phase === 'landed' ? t('welcome', { plan: t(PLAN_NAMES[landing.tier]) }) : t('confirming');
  return (
    <Dialog title={title} size="s" onClose={onClose}>
      {landing.phase === 'waiting' ? <Waiting /> : null}
      {landing.phase === 'slow' ? <Slow onAgain={landing.again} /> : null}
      {landing.phase === 'landed' ? (
        <Landed tier={landing.tier} name={name}>
          <Button autoFocus data-autofocus variant="primary" wide onClick={onClose}>
            {t('startChatting')}
          </Button>
        </Landed>
      ) : null}
    </Dialog>
  );
};
