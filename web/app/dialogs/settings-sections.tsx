import type { ReactNode } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { AccountData } from '../../features/account-data/account-data.tsx';
import { EmailSetting } from '../../features/accounts/own-account/email-setting.tsx';
import { NameSetting } from '../../features/accounts/own-account/name-setting.tsx';
import { LinkedWaysSetting } from '../../features/accounts/own-account/linked-ways-setting.tsx';
import { PasswordSetting } from '../../features/accounts/own-account/password-setting.tsx';
import { SessionsSetting } from '../../features/accounts/own-account/sessions-setting.tsx';
import { SecondFactorSetting } from '../../features/accounts/second-factor/second-factor-setting.tsx';
import { AgentSetting } from '../../features/agents/agent-setting.tsx';
import { ApiAccess } from '../../features/api-access/api-access.tsx';
import { LanguageSetting } from '../../features/appearance/language-setting.tsx';
import { SkinSetting } from '../../features/appearance/skin-setting.tsx';
import { ThemeSetting } from '../../features/appearance/theme-setting.tsx';
import { UsageSection } from '../../features/billing/usage/usage-section.tsx';
import { useCanUpgrade, usePaymentsEnabled } from '../../features/billing/pricing/use-plans.ts';
import { FilesSetting } from '../../features/files/files-setting.tsx';
import { LegacyModel } from '../../features/models/legacy-model.tsx';
import { ModelSetting } from '../../features/models/model-setting.tsx';
import { AccountSetting } from '../../features/settings/account-setting.tsx';
import { AdminSetting } from '../../features/settings/admin-setting.tsx';
import { AssistantsSetting } from '../../features/settings/assistants-setting.tsx';
import { OverrideSetting } from '../../features/settings/override-setting.tsx';
import type { Section } from '../../features/settings/sections.ts';
import { SignOutSetting } from '../../features/settings/sign-out-setting.tsx';
import { SharedLinks } from '../../features/share/shared-links.tsx';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { verificationOpened } from '../../state/verification-slice.ts';
import { SettingSection } from '../../ui/forms/setting-row.tsx';
import { SingleKeySetting } from '../commands/single-key-setting.tsx';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { useActions } from '../use-actions.ts';
import { useTranslations } from '../texts.ts';

interface SectionProps {
  readonly user: User;
}

/** Shows the plans; null where there is nothing to buy. */
const useOpenPlans = (): (() => void) | null => {
  const canUpgrade = useCanUpgrade();
  const { openSubscription } = useActions();
  return canUpgrade ? openSubscription : null;
};

const Appearance = () => {
  const t = useTranslations();
  return (
    <>
      <ThemeSetting />
      <SkinSetting />
      <LanguageSetting />
      <SettingSection name="keyboard" title={t('keyboard')}>
        <SingleKeySetting />
      </SettingSection>
    </>
  );
};

const Account = ({ user }: SectionProps) => {
  const dispatch = useAppDispatch();
  const actions = useActions();
  const close = useCloseDialog();
  const isSelling = usePaymentsEnabled();
  const verify = (): void => {
    close();
    dispatch(verificationOpened());
  };
  return (
    <>
      <AccountSetting user={user} onVerify={verify} onSubscription={isSelling ? actions.openSubscription : null}>
        <NameSetting user={user} />
        <EmailSetting user={user} />
      </AccountSetting>
      <PasswordSetting user={user} />
      <LinkedWaysSetting />
      <SecondFactorSetting />
      <SignOutSetting onSignOut={actions.signOut} onSignOutEverywhere={actions.signOutEverywhere}>
        <SessionsSetting />
      </SignOutSetting>
      <UsageSection />
    </>
  );
};

const Chat = ({ user }: SectionProps) => (
  <>
    <ModelSetting user={user} />
    <AgentSetting offersPlans={useCanUpgrade()} />
    <AssistantsSetting user={user} onPlans={useOpenPlans()} />
  </>
);

const Api = () => {
  const model = useAppSelector(({ chat }) => chat.currentModel);
  return <ApiAccess model={model} onPlans={useOpenPlans()} />;
};

const Data = ({ user }: SectionProps) => (
  <>
    <SharedLinks />
    <AccountData user={user} onDeleted={useActions().accountDeleted} />
  </>
);

const Admin = () => (
  <>
    <AdminSetting onOpen={useActions().openAdmin} />
    <OverrideSetting />
    <LegacyModel />
  </>
);

const FilesPart = () => <FilesSetting onManage={useActions().openFiles} />;

const CONTENT: Readonly<Record<Section, (props: SectionProps) => ReactNode>> = {
  appearance: Appearance,
  account: Account,
  chat: Chat,
  files: FilesPart,
  api: Api,
  data: Data,
  admin: Admin,
};

/** The open section of the settings. */
export const SettingsContent = ({ section, user }: SectionProps & { readonly section: Section }) => {
  const Content = CONTENT[section];
  return <Content user={user} />;
};
