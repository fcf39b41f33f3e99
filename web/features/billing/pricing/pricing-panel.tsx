import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { billingApi, type PaidTier } from '../billing-api.ts';
import { PlanOffers } from './plan-offers.tsx';
import styles from './pricing-panel.module.css';
import { useTranslations, type TextKey } from '../texts.ts';
import { useCheckout } from '../checkout/use-checkout.ts';

interface PricingPanelProps {
  /** The plan that the person has; null for a visitor. */
  readonly currentTier: Tier | null;
  /** A visitor chose: a paid plan, or null for the free beginning. */
  readonly onVisitor: (tier: PaidTier | null) => void;
  readonly onManage: () => void;
  readonly onClose: () => void;
}

const PlanList = ({ currentTier, onVisitor }: Pick<PricingPanelProps, 'currentTier' | 'onVisitor'>) => {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = billingApi.usePlansQuery();
  const checkout = useCheckout();
  if (data)
    return (
      <PlanOffers offer={data} tiers={TIERS} currentTier={currentTier} checkout={checkout} onVisitor={onVisitor} />
    );
  if (!isError) return <Skeleton lines={9} label={t('loadingPlans')} />;
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" busy={isFetching} onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('plansFailed')}
    </Notice>
  );
};

const LEAD_TEXTS: Readonly<Record<Tier, TextKey>> = { free: 'leadFree', basic: 'leadPro', premium: 'leadPremium' };

/** The three plans on a page of their own over the page. Only a higher plan is offered; the current one is marked. */
export const PricingPanel = ({ currentTier, onVisitor, onManage, onClose }: PricingPanelProps) => {
  const t = useTranslations();
  return (
    <Dialog title={t('pricing')} size="full" onClose={onClose}>
      <div className={styles['page']}>
        <header className={styles['hero']}>
          <h3>{t('choosePlan')}</h3>
          <p>{t(LEAD_TEXTS[currentTier ?? 'free'])}</p>
        </header>
        <PlanList currentTier={currentTier} onVisitor={onVisitor} />
        <footer className={styles['foot']}>
          <p>{t('renewal')}</p>
          {currentTier === null || currentTier === 'free' ? null : (
            <Button variant="quiet" size="s" onClick={onManage}>
              {t('manage')}
            </Button>
          )}
        </footer>
      </div>
    </Dialog>
  );
};
