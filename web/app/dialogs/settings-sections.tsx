import { CreditCard, Files, ShieldCheck } from 'lucide-react';

import { AccountData } from '../../features/account-data/account-data.tsx';
import { AgentSetting } from '../../features/agents/agent-setting.tsx';
import { ApiAccess } from '../../features/api-access/api-access.tsx';
import { UsageSection } from '../../features/billing/usage/usage-section.tsx';
import { useCanUpgrade, usePaymentsEnabled } from '../../features/billing/pricing/use-plans.ts';
import { LegacyModel } from '../../features/models/legacy-model.tsx';
import { AssistantsSetting } from '../../features/settings/assistants-setting.tsx';
import { OverrideSetting } from '../../features/settings/override-setting.tsx';
import { SharedLinks } from '../../features/share/shared-links.tsx';
import { useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { SettingSection } from '../../ui/forms/setting-row.tsx';
import { SingleKeySetting } from '../commands/single-key-setting.tsx';
import { useActions } from '../use-actions.ts';
import { useTranslations } from '../texts.ts';

/** What the settings hold besides look and account: the plan, what is used of it, the API key, and the person's own data. */
export const SettingsSections = () => {
  const t = useTranslations();
  const actions = useActions();
  const selling = usePaymentsEnabled();
  const canUpgrade = useCanUpgrade();
  const model = useAppSelector(({ chat }) => chat.currentModel);
  const user = useAppSelector(({ session }) => session.user);
  const isAdmin = user?.isAdmin === true;
  return (
    <>
      {selling ? (
        <Button wide icon={<CreditCard />} onClick={actions.openSubscription}>
          {t('manageSubscription')}
        </Button>
      ) : null}
      <Button wide icon={<Files />} onClick={actions.openFiles}>
        {t('fileManager')}
      </Button>
      {isAdmin ? (
        <Button wide icon={<ShieldCheck />} onClick={actions.openAdmin}>
          {t('adminPanel')}
        </Button>
      ) : null}
      {isAdmin ? (
        <>
          <OverrideSetting />
          <LegacyModel />
        </>
      ) : null}
      <AgentSetting offersPlans={canUpgrade} />
      {user ? <AssistantsSetting user={user} onPlans={canUpgrade ? actions.openSubscription : null} /> : null}
      <SettingSection name="keyboard" title={t('keyboard')}>
        <SingleKeySetting />
      </SettingSection>
      <UsageSection />
      <SharedLinks />
      <ApiAccess model={model} onPlans={canUpgrade ? actions.openSubscription : null} />
      {user ? <AccountData user={user} onDeleted={actions.accountDeleted} /> : null}
    </>
  );
};
