import { Check, CircleCheck, Hourglass } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { billingApi } from './billing-api.ts';
import { boughtPlan } from './checkout-memory.ts';
import styles from './checkout-return.module.css';
import { featuresOf, PLAN_NAMES } from './plan-texts.ts';
import { useLanding } from './use-landing.ts';

interface CheckoutReturnProps {
  readonly name: string;
  readonly onClose: () => void;
}

const Waiting = () => (
  <div role="status" className={styles['body']}>
    <span aria-hidden="true" className={styles['pulse']} />
    <p>We are waiting for the payment provider to tell us about it. This usually takes a few seconds.</p>
  </div>
);

const Slow = ({ onAgain }: { readonly onAgain: () => void }) => (
  <div className={styles['body']}>
    <Hourglass aria-hidden="true" className={styles['sign']} />
    <p role="status">This takes longer than usual. You need not pay again: your plan changes by itself as soon as the provider has told us.</p>
    <Button variant="primary" onClick={onAgain}>Check again</Button>
  </div>
);

const Landed = ({ tier, name, children }: { readonly tier: Tier; readonly name: string; readonly children: ReactNode }) => {
  const plan = billingApi.usePlansQuery().data?.plans.find((one) => one.tier === tier);
  const first = name.trim().split(/\s+/)[0];
  return (
    <div className={styles['body']}>
      <CircleCheck aria-hidden="true" className={styles['done']} />
      <p role="status">{`Thank you${first ? `, ${first}` : ''}. Your plan is active from now on.`}</p>
      {plan ? <ul className={styles['list']}>{featuresOf(plan).map((feature) => <li key={feature}><Check aria-hidden="true" />{feature}</li>)}</ul> : null}
      {children}
    </div>
  );
};

/** Back from the payment page: says honestly what is known, and celebrates once it is true. */
export const CheckoutReturn = ({ name, onClose }: CheckoutReturnProps) => {
  const [wanted] = useState(boughtPlan);
  const landing = useLanding(wanted);
  const title = landing.phase === 'landed' ? `Welcome to ${PLAN_NAMES[landing.tier]}` : 'Confirming your payment';
  return (
    <Dialog title={title} size="s" onClose={onClose}>
      {landing.phase === 'waiting' ? <Waiting /> : null}
      {landing.phase === 'slow' ? <Slow onAgain={landing.again} /> : null}
      {landing.phase === 'landed' ? (
        <Landed tier={landing.tier} name={name}><Button autoFocus data-autofocus variant="primary" wide onClick={onClose}>Start chatting</Button></Landed>
      ) : null}
    </Dialog>
  );
};
