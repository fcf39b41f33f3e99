import { CreditCard } from 'lucide-react';

import { AgentSetting } from '../features/agents/agent-setting.tsx';
import { ApiAccess } from '../features/api-access/api-access.tsx';
import { UsageSection } from '../features/billing/usage-section.tsx';
import { useCanUpgrade, useSelling } from '../features/billing/use-plans.ts';
import { SharedLinks } from '../features/share/shared-links.tsx';
import { useAppSelector } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { useActions } from './use-actions.ts';

/** What the settings hold besides look and account: the plan, what is used of it, and the API key. */
export const SettingsExtras = () => {
  const actions = useActions();
  const selling = useSelling();
  const canUpgrade = useCanUpgrade();
  const model = useAppSelector(({ chat }) => chat.currentModel);
  return (
    <>
      {selling ? <Button wide icon={<CreditCard />} onClick={actions.openSubscription}>Manage Subscription</Button> : null}
      <AgentSetting />
      <UsageSection />
      <SharedLinks />
      <ApiAccess model={model} onPlans={canUpgrade ? actions.openSubscription : null} />
    </>
  );
};
