import { useEffect, useRef } from 'react';

import { Badge } from '../../ui/badge.tsx';
import type { Subscription } from './billing-api.ts';
import { dailyText, PLAN_NAMES, priceText } from './plan-texts.ts';
import styles from './subscription-dialog.module.css';
import { grantedText, nextText, statusText } from './subscription-words.ts';

const TONES = { none: 'quiet', active: 'accent', canceling: 'warning', canceled: 'quiet', past_due: 'warning' } as const;

/** What changed the status may be gone with it: then the focus comes here, where the change is told, and not to nowhere. */
const useFocusWhenChanged = (status: Subscription['status']) => {
  const ref = useRef<HTMLElement>(null);
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== status && document.activeElement === document.body) ref.current?.focus();
    before.current = status;
  }, [status]);
  return ref;
};

/** The plan as it stands: name, price, status, what comes next, whether it was given, and how much may be asked. */
export const SubscriptionFacts = ({ of, currency }: { readonly of: Subscription; readonly currency: string }) => {
  const next = nextText(of);
  const granted = grantedText(of);
  const ref = useFocusWhenChanged(of.status);
  return (
    <section ref={ref} tabIndex={-1} aria-label="Your plan" className={styles['plan']}>
      <header className={styles['plan-head']}>
        <h3>{PLAN_NAMES[of.tier]}</h3>
        <p>
          <span className={styles['price']}>{priceText(of.price, currency)}</span>
          {' '}
          <span className={styles['muted']}>per month</span>
        </p>
      </header>
      <dl className={styles['facts']}>
        <div><dt>Status</dt><dd><Badge tone={of.granted?.paidTier === 'free' ? 'accent' : TONES[of.status]}>{statusText(of)}</Badge></dd></div>
        {next ? <div><dt>{next.label}</dt><dd>{next.day}</dd></div> : null}
        {granted ? <div><dt>Granted</dt><dd>{granted}</dd></div> : null}
        <div><dt>Daily limit</dt><dd>{dailyText(of.dailyLimit)}</dd></div>
      </dl>
    </section>
  );
};
