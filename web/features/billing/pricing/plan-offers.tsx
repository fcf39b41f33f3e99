import type { Tier } from '../../../../src/contract/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import type { PaidTier, Plan, Plans } from '../billing-api.ts';
import { PlanCard } from './plan-card.tsx';
import styles from './plan-offers.module.css';
import { sortByTier, isHigherTier } from './plan-order.ts';
import { PLAN_NAMES } from './plan-texts.ts';
import { useTranslations } from '../texts.ts';
import type { Checkout } from '../checkout/use-checkout.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';

interface PlanOffersProps {
  readonly offer: Plans;
  readonly tiers: readonly Tier[];
  /** The plan that the person has; null for a visitor. */
  readonly currentTier: Tier | null;
  /** What stays of it when a plan that was given for a time ends: only a higher one can be bought. */
  readonly lastingTier: Tier | null;
  readonly checkout: Checkout;
  /** What a visitor's button does; null as the wanted plan begins for free. */
  readonly onVisitor?: ((tier: PaidTier | null) => void) | undefined;
}

type PlanActionProps = Omit<PlanOffersProps, 'offer' | 'tiers'> & { readonly tier: Tier; readonly featured: boolean };

const VisitorAction = ({ tier, featured, onVisitor }: Pick<PlanActionProps, 'tier' | 'featured' | 'onVisitor'>) => {
  const t = useTranslations();
  return tier === 'free' ? (
    <Button wide onClick={() => onVisitor?.(null)}>
      {t('getFree')}
    </Button>
  ) : (
    <Button wide variant={featured ? 'primary' : 'secondary'} onClick={() => onVisitor?.(tier)}>
      {t('getPlan', { plan: t(PLAN_NAMES[tier]) })}
    </Button>
  );
};

const PlanAction = ({ tier, currentTier, lastingTier, checkout, featured, onVisitor }: PlanActionProps) => {
  const t = useTranslations();
  if (currentTier === null) return <VisitorAction tier={tier} featured={featured} onVisitor={onVisitor} />;
  if (!isHigherTier(tier, lastingTier ?? currentTier))
    return <p>{tier === currentTier ? t('ownPlan') : t('included', { plan: t(PLAN_NAMES[currentTier]) })}</p>;
  return (
    <Button
      wide
      variant={featured ? 'primary' : 'secondary'}
      busy={checkout.opening === tier}
      disabled={checkout.opening !== null}
      onClick={() => checkout.start(tier)}
    >
      {t(isHigherTier(tier, currentTier) ? 'upgradeTo' : 'getPlan', { plan: t(PLAN_NAMES[tier]) })}
    </Button>
  );
};

/** The highlighted plan: the next higher one. */
const findFeatured = (plans: readonly Plan[], currentTier: Tier | null): Tier | undefined =>
  sortByTier(plans).find(({ tier }) => isHigherTier(tier, currentTier ?? 'free'))?.tier;

/** Plans side by side, and what went wrong on the way to the payment page. */
export const PlanOffers = ({ offer, tiers, currentTier, lastingTier, checkout, onVisitor }: PlanOffersProps) => {
  const t = useTranslations();
  const featured = findFeatured(offer.plans, lastingTier);
  const shown = sortByTier(offer.plans).filter(({ tier }) => tiers.includes(tier));
  return (
    <div className={styles['offers']}>
      {checkout.failure ? (
        <Notice tone="danger">
          <LazyServerText text={checkout.failure} />
        </Notice>
      ) : null}
      <div className={styles['cards']}>
        {shown.map((plan) => (
          <PlanCard
            key={plan.tier}
            plan={plan}
            currency={offer.currency}
            current={plan.tier === currentTier}
            featured={plan.tier === featured}
            action={
              <PlanAction
                tier={plan.tier}
                currentTier={currentTier}
                lastingTier={lastingTier}
                checkout={checkout}
                featured={plan.tier === featured}
                onVisitor={onVisitor}
              />
            }
          />
        ))}
      </div>
      {offer.sandbox ? <p className={styles['sandbox']}>{t('sandbox')}</p> : null}
    </div>
  );
};
