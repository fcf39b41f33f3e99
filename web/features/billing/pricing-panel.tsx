import type { Tier } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { billingApi, type PaidTier } from './billing-api.ts';
import { PlanOffers } from './plan-offers.tsx';
import styles from './pricing-panel.module.css';
import { useCheckout } from './use-checkout.ts';

const TIERS: readonly Tier[] = ['free', 'basic', 'premium'];

interface PricingPanelProps {
  /** The plan that the person has; null for a visitor. */
  readonly own: Tier | null;
  /** A visitor chose: a paid plan, or null for the free beginning. */
  readonly onVisitor: (tier: PaidTier | null) => void;
  readonly onManage: () => void;
  readonly onClose: () => void;
}

const Plans = ({ own, onVisitor }: Pick<PricingPanelProps, 'own' | 'onVisitor'>) => {
  const { data, isError, isFetching, refetch } = billingApi.usePlansQuery();
  const checkout = useCheckout();
  if (data) return <PlanOffers offer={data} tiers={TIERS} own={own} checkout={checkout} onVisitor={onVisitor} />;
  if (!isError) return <Skeleton lines={9} label="Loading the plans" />;
  return (
    <Notice tone="danger" action={<Button size="s" busy={isFetching} onClick={() => void refetch()}>Try again</Button>}>
      The plans could not be loaded.
    </Notice>
  );
};

const lead = (own: Tier | null): string => {
  if (own === null || own === 'free') return 'Start free. Pay when you want more, and cancel whenever you like.';
  return own === 'premium' ? 'You have everything. Thank you for paying for Parley.' : 'More whenever you want it, and you can cancel at any time.';
};

/** The three plans on a page of their own over the page. Only a higher plan is offered; the current one is marked. */
export const PricingPanel = ({ own, onVisitor, onManage, onClose }: PricingPanelProps) => (
  <Dialog title="Pricing" size="full" onClose={onClose}>
    <div className={styles['page']}>
      <header className={styles['hero']}>
        <h3>Choose your plan</h3>
        <p>{lead(own)}</p>
      </header>
      <Plans own={own} onVisitor={onVisitor} />
      <footer className={styles['foot']}>
        <p>Paid plans renew each month. A cancelled plan stays until the end of the paid month.</p>
        {own === null || own === 'free' ? null : <Button variant="quiet" size="s" onClick={onManage}>Manage Subscription</Button>}
      </footer>
    </div>
  </Dialog>
);
