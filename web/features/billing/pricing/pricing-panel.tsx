import type { ReactNode } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { billingApi, type PaidTier, type Subscription } from '../billing-api.ts';
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

type PlanListProps = Pick<PricingPanelProps, 'currentTier' | 'onVisitor'> & { readonly lastingTier: Tier | null };

const PlanList = ({ currentTier, lastingTier, onVisitor }: PlanListProps) => {
  const t = useTranslations();
  const query = billingApi.usePlansQuery();
  const checkout = useCheckout();
  return (
    <Loaded query={query} lines={9} loading={t('loadingPlans')} failed={t('plansFailed')}>
      {(offer) => (
        <PlanOffers
          offer={offer}
          tiers={TIERS}
          currentTier={currentTier}
          lastingTier={lastingTier}
          checkout={checkout}
          onVisitor={onVisitor}
        />
      )}
    </Loaded>
  );
};

const LEAD_TEXTS: Readonly<Record<Tier, TextKey>> = { free: 'leadFree', basic: 'leadPro', premium: 'leadPremium' };

const findLead = (currentTier: Tier, granted: Subscription['granted'] | undefined): TextKey => {
  if (granted?.ends) return 'leadPro';
  return granted && currentTier === 'premium' ? 'leadGranted' : LEAD_TEXTS[currentTier];
};

/** The plans, full screen. Only higher ones than the current, or than what follows a given one, are offered. */
export const PricingPanel = ({ currentTier, onVisitor, onManage, onClose, foot }: PricingPanelProps) => {
  const t = useTranslations();
  const granted = billingApi.useSubscriptionQuery(undefined, { skip: currentTier === null }).data?.granted;
  return (
    <Dialog title={t('pricing')} size="full" onClose={onClose}>
      <div className={styles['page']}>
        <div className={styles['hero']}>
          <h3>{t('choosePlan')}</h3>
          <p>{t(findLead(currentTier ?? 'free', granted))}</p>
        </div>
        <PlanList currentTier={currentTier} lastingTier={granted?.ends?.tier ?? currentTier} onVisitor={onVisitor} />
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
