import { useEffect, useRef } from 'react';

import { Badge } from '../../ui/badge.tsx';
import type { Subscription } from './billing-api.ts';
import { dailyText, PLAN_NAMES, priceText } from './plan-texts.ts';
import styles from './subscription-dialog.module.css';
import { grantedText, nextOf, statusKey } from './subscription-words.ts';
import { useTexts } from './texts.ts';

const TONES = {
  none: 'quiet',
  active: 'accent',
  canceling: 'warning',
  canceled: 'quiet',
  past_due: 'warning',
} as const;

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
  const t = useTexts();
  const next = nextOf(of);
  const granted = grantedText(t, of);
  const ref = useFocusWhenChanged(of.status);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t('yourPlan')} className={styles['plan']}>
      <header className={styles['plan-head']}>
        <h3>{t(PLAN_NAMES[of.tier])}</h3>
        <p>
          <span className={styles['price']}>{priceText(of.price, currency)}</span>{' '}
          <span className={styles['muted']}>{t('perMonth')}</span>
        </p>
      </header>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('status')}</dt>
          <dd>
            <Badge tone={of.granted?.paidTier === 'free' ? 'accent' : TONES[of.status]}>{t(statusKey(of))}</Badge>
          </dd>
        </div>
        {next ? (
          <div>
            <dt>{t(next.label)}</dt>
            <dd>{next.day}</dd>
          </div>
        ) : null}
        {granted ? (
          <div>
            <dt>{t('grantedSince')}</dt>
            <dd>{granted}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('dailyLimit')}</dt>
          <dd>{dailyText(of.dailyLimit)}</dd>
        </div>
      </dl>
    </section>
  );
};
