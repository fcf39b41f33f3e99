import type { ReactNode } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { billingApi, type PaidTier } from '../billing-api.ts';
import { PlanOffers } from './plan-offers.tsx';
import styles from './pricing-panel.module.css';
import { useTranslations, type TextKey } from '../texts.ts';
import { useCheckout } from '../checkout/use-checkout.ts';

interface PricingPanelProps {
  /** Null for a visitor. */
  readonly currentTier: Tier | null;
  /** A visitor chose a paid plan; null: the free one. */
  readonly onVisitor: (tier: PaidTier | null) => void;
  readonly onManage: () => void;
  readonly onClose: () => void;
  /** Below everything. */
  readonly foot: ReactNode;
}

const PlanList = ({ currentTier, onVisitor }: Pick<PricingPanelProps, 'currentTier' | 'onVisitor'>) => {
  const t = useTranslations();
  const query = billingApi.usePlansQuery();
  const checkout = useCheckout();
  return (
    <Loaded query={query} lines={9} loading={t('loadingPlans')} failed={t('plansFailed')}>
      {(offer) => (
        <PlanOffers offer={offer} tiers={TIERS} currentTier={currentTier} checkout={checkout} onVisitor={onVisitor} />
      )}
    </Loaded>
  );
};

const LEAD_TEXTS: Readonly<Record<Tier, TextKey>> = { free: 'leadFree', basic: 'leadPro', premium: 'leadPremium' };

/** The plans, full screen. Only higher ones than the current are offered. */
export const PricingPanel = ({ currentTier, onVisitor, onManage, onClose, foot }: PricingPanelProps) => {
  const t = useTranslations();
  return (
    <Dialog title={t('pricing')} size="full" onClose={onClose}>
      <div className={styles['page']}>
        <div className={styles['hero']}>
          <h3>{t('choosePlan')}</h3>
          <p>{t(LEAD_TEXTS[currentTier ?? 'free'])}</p>
        </div>
        <PlanList currentTier={currentTier} onVisitor={onVisitor} />
        <div className={styles['foot']}>
          <p>{t('renewal')}</p>
          {currentTier === null || currentTier === 'free' ? null : (
            <Button variant="quiet" size="s" onClick={onManage}>
              {t('manage')}
            </Button>
          )}
          {foot}
        </div>
      </div>
    </Dialog>
  );
};
