import type { ReactNode } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { ApiAccess } from '../../features/api-access/api-access.tsx';
import { AccountData } from '../../features/account-data/account-data.tsx';
import { ArchivedChats } from '../../features/history/archived-chats.tsx';
import { oldChatsAdded } from '../../features/history/history-api.ts';
import { SharedLinks } from '../../features/share/shared-links.tsx';
import { EmailSetting } from '../../features/accounts/own-account/email-setting.tsx';
import { LinkedWaysSetting } from '../../features/accounts/own-account/linked-ways-setting.tsx';
import { NameSetting } from '../../features/accounts/own-account/name-setting.tsx';
import { PasswordSetting } from '../../features/accounts/own-account/password-setting.tsx';
import { SessionsSetting } from '../../features/accounts/own-account/sessions-setting.tsx';
import { SecondFactorSetting } from '../../features/accounts/second-factor/second-factor-setting.tsx';
import { usePaymentsEnabled } from '../../features/billing/pricing/use-plans.ts';
import { UsageSection } from '../../features/billing/usage/usage-section.tsx';
import { PromptsSetting } from '../../features/prompts/prompts-setting.tsx';
import { AccountSetting } from '../../features/settings/account-setting.tsx';
import type { Section } from '../../features/settings/sections.ts';
import { SignOutSetting } from '../../features/settings/sign-out-setting.tsx';
import { ToolsSetting } from '../../features/tools/tools-setting.tsx';
import { placeChat } from '../../screens/chat/place-chat.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { verificationOpened } from '../../state/verification-slice.ts';
import { chatHref } from '../router/address.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { useActions } from '../use-actions.ts';
import { useOpenPlans } from '../use-open-plans.ts';

interface SectionProps {
  readonly user: User;
}

/** The account in the settings: who one is, and every way in. */
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

const Api = () => {
  const model = useAppSelector(({ chat }) => chat.currentModel);
  return <ApiAccess model={model} onPlans={useOpenPlans()} />;
};

const Data = ({ user }: SectionProps) => {
  const dispatch = useAppDispatch();
  return (
    <>
      <SharedLinks />
      <AccountData user={user} onDeleted={useActions().accountDeleted} onImported={() => dispatch(oldChatsAdded())} />
      <ArchivedChats
        hrefOf={chatHref}
        restore={(chat) => dispatch(placeChat({ ...chat, wasPinned: false, archived: false }))}
      />
    </>
  );
};

/** The sections about the account, its prompts, its tools, its keys and its data. */
export const ACCOUNT_SECTIONS: Readonly<
  Record<Section & ('account' | 'prompts' | 'tools' | 'api' | 'data'), (props: SectionProps) => ReactNode>
> = {
  account: Account,
  prompts: PromptsSetting,
  tools: ToolsSetting,
  api: Api,
  data: Data,
};
