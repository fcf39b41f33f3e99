import type { Tier } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { PaidTier, Plan, Plans } from './billing-api.ts';
import { PlanCard } from './plan-card.tsx';
import styles from './plan-offers.module.css';
import { inOrder, isHigher } from './plan-order.ts';
import { PLAN_NAMES } from './plan-texts.ts';
import { useTexts } from './texts.ts';
import type { Checkout } from './use-checkout.ts';

interface PlanOffersProps {
  readonly offer: Plans;
  readonly tiers: readonly Tier[];
  /** The plan that the person has; null for a visitor. */
  readonly own: Tier | null;
  readonly checkout: Checkout;
  /** What a visitor's button does; null as the wanted plan begins for free. */
  readonly onVisitor?: ((tier: PaidTier | null) => void) | undefined;
}

type ActionProps = Omit<PlanOffersProps, 'offer' | 'tiers'> & { readonly tier: Tier; readonly featured: boolean };

const VisitorAction = ({ tier, featured, onVisitor }: Pick<ActionProps, 'tier' | 'featured' | 'onVisitor'>) => {
  const t = useTexts();
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

const Action = ({ tier, own, checkout, featured, onVisitor }: ActionProps) => {
  const t = useTexts();
  if (own === null) return <VisitorAction tier={tier} featured={featured} onVisitor={onVisitor} />;
  if (tier === own) return <p>{t('ownPlan')}</p>;
  if (!isHigher(tier, own)) return <p>{t('included', { plan: t(PLAN_NAMES[own]) })}</p>;
  return (
    <Button
      wide
      variant={featured ? 'primary' : 'secondary'}
      busy={checkout.opening === tier}
      disabled={checkout.opening !== null}
      onClick={() => checkout.start(tier)}
    >
      {t('upgradeTo', { plan: t(PLAN_NAMES[tier]) })}
    </Button>
  );
};

/** The plan that stands out: the next one up, as it costs least to try. */
const featuredOf = (plans: readonly Plan[], own: Tier | null): Tier | undefined =>
  inOrder(plans).find(({ tier }) => isHigher(tier, own ?? 'free'))?.tier;

/** Plans side by side, and what went wrong on the way to the payment page. */
export const PlanOffers = ({ offer, tiers, own, checkout, onVisitor }: PlanOffersProps) => {
  const t = useTexts();
  const featured = featuredOf(offer.plans, own);
  const shown = inOrder(offer.plans).filter(({ tier }) => tiers.includes(tier));
  return (
    <div className={styles['offers']}>
      {checkout.failure ? <Notice tone="danger">{checkout.failure}</Notice> : null}
      <div className={styles['cards']}>
        {shown.map((plan) => (
          <PlanCard
            key={plan.tier}
            plan={plan}
            currency={offer.currency}
            current={plan.tier === own}
            featured={plan.tier === featured}
            action={
              <Action
                tier={plan.tier}
                own={own}
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
