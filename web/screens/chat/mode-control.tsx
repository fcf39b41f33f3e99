import { useCanUpgrade, usePaymentsEnabled } from '../../features/billing/pricing/use-plans.ts';
import { ModeMenu } from '../../features/agents/mode-menu.tsx';
import { useAppSelector } from '../../state/store.ts';
import { useActions } from '../../app/use-actions.ts';

/** The mode selector with its ways on: the plans for somebody who can have a higher one, sign-in for a visitor. */
export const ModeControl = () => {
  const actions = useActions();
  const isVisitor = useAppSelector(({ session }) => session.token === null);
  const canUpgrade = useCanUpgrade();
  const sellsPlans = usePaymentsEnabled();
  const onward = canUpgrade ? actions.openSubscription : null;
  return <ModeMenu offersPlans={isVisitor ? sellsPlans : canUpgrade} onUpgrade={isVisitor ? actions.signIn : onward} />;
};
