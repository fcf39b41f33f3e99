import { useEffect, useRef } from 'react';

import { Badge } from '../../../ui/display/badge.tsx';
import type { Subscription } from '../billing-api.ts';
import { formatDailyLimit, PLAN_NAMES, formatPrice } from '../pricing/plan-texts.ts';
import styles from './subscription-dialog.module.css';
import { formatGrant, getNextEvent, getStatusKey } from './subscription-texts.ts';
import { useTranslations } from '../texts.ts';

const STATUS_TONES = {
  none: 'quiet',
  active: 'accent',
  canceling: 'warning',
  canceled: 'quiet',
  past_due: 'warning',
} as const;

/** Moves the focus here when status or next plan change and the focused button has disappeared. */
const useFocusWhenChanged = ({ status, nextTier }: Subscription) => {
  const shown = `${status} ${nextTier ?? ''}`;
  const ref = useRef<HTMLElement>(null);
  const previous = useRef(shown);
  useEffect(() => {
    if (previous.current !== shown && document.activeElement === document.body) ref.current?.focus();
    previous.current = shown;
  }, [shown]);
  return ref;
};

/** The current plan: name, price, status, next event, grant and daily limit. */
export const SubscriptionFacts = ({
  subscription,
  currency,
}: {
  readonly subscription: Subscription;
  readonly currency: string;
}) => {
  const t = useTranslations();
  const nextEvent = getNextEvent(t, subscription);
  const granted = formatGrant(t, subscription);
  const ref = useFocusWhenChanged(subscription);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t('yourPlan')} className={styles['plan']}>
      <header className={styles['plan-head']}>
        <h3>{t(PLAN_NAMES[subscription.tier])}</h3>
        <p>
          <span className={styles['price']}>{formatPrice(subscription.price, currency)}</span>{' '}
          <span className={styles['muted']}>{t('perMonth')}</span>
        </p>
      </header>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('status')}</dt>
          <dd>
            <Badge tone={subscription.granted?.paidTier === 'free' ? 'accent' : STATUS_TONES[subscription.status]}>
              {t(getStatusKey(subscription))}
            </Badge>
          </dd>
        </div>
        {nextEvent ? (
          <div>
            <dt>{t(nextEvent.label)}</dt>
            <dd>{nextEvent.text}</dd>
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
          <dd>{formatDailyLimit(subscription.dailyLimit)}</dd>
        </div>
      </dl>
    </section>
  );
};
