import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { Badge } from '../../../ui/display/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Plan } from '../billing-api.ts';
import styles from './plan-card.module.css';
import { getPlanFeatures, PLAN_TAGLINES, PLAN_NAMES, formatPrice } from './plan-texts.ts';
import { useTranslations } from '../texts.ts';

interface PlanCardProps {
  readonly plan: Plan;
  readonly currency: string;
  readonly current: boolean;
  /** The one to look at first. */
  readonly featured: boolean;
  /** Its button; nothing for a plan that is not offered. */
  readonly action: ReactNode;
}

/** A plan: its name, price, features and action. */
export const PlanCard = ({ plan, currency, current, featured, action }: PlanCardProps) => {
  const t = useTranslations();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-testid={`plan-${plan.tier}`}
      className={cx(styles['card'], featured && styles['featured'])}
    >
      <header className={styles['head']}>
        <h4 id={id}>{t(PLAN_NAMES[plan.tier])}</h4>
        {current ? <Badge tone="accent">{t('currentPlan')}</Badge> : null}
      </header>
      <p className={styles['line']}>{t(PLAN_TAGLINES[plan.tier])}</p>
      <p className={styles['price']}>
        <span className={styles['amount']}>{formatPrice(plan.price, currency)}</span>{' '}
        <span className={styles['per']}>{t('perMonth')}</span>
      </p>
      <div className={styles['action']}>{action}</div>
      <ul className={styles['features']}>
        {getPlanFeatures(plan).map((feature) => (
          <li key={feature}>
            <Check aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  );
};
