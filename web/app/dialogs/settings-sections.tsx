import { lazy, Suspense, type ReactNode } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { AgentSetting } from '../../features/agents/agent-setting.tsx';
import { LanguageSetting } from '../../features/appearance/language-setting.tsx';
import { SkinSetting } from '../../features/appearance/skin-setting.tsx';
import { ThemeSetting } from '../../features/appearance/theme-setting.tsx';
import { useCanUpgrade } from '../../features/billing/pricing/use-plans.ts';
import { FilesSetting } from '../../features/files/files-setting.tsx';
import { LegacyModel } from '../../features/models/legacy-model.tsx';
import { ModelSetting } from '../../features/models/model-setting.tsx';
import { AdminSetting } from '../../features/settings/admin-setting.tsx';
import { AssistantsSetting } from '../../features/settings/assistants-setting.tsx';
import { OverrideSetting } from '../../features/settings/override-setting.tsx';
import type { Section } from '../../features/settings/sections.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { SettingSection } from '../../ui/forms/setting-row.tsx';
import { SingleKeySetting } from '../commands/single-key-setting.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { useActions } from '../use-actions.ts';
import { useOpenPlans } from '../use-open-plans.ts';
import { useTranslations } from '../texts.ts';
import type { ACCOUNT_SECTIONS } from './account-sections.tsx';

interface SectionProps {
  readonly user: User;
}

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

/** Comes when it is opened: these are the largest, and seldom opened. */
const lazySection = (name: keyof typeof ACCOUNT_SECTIONS) => {
  const Content = lazy(() =>
    import('./account-sections.tsx').then((sections) => ({ default: sections.ACCOUNT_SECTIONS[name] })),
  );
  return function LazySection(props: SectionProps) {
    const t = useTranslations();
    return (
      <ErrorBoundary>
        <Suspense fallback={<Skeleton lines={6} label={t('loadingSettings')} />}>
          <Content {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
};

const Chat = ({ user }: SectionProps) => (
  <>
    <ModelSetting user={user} />
    <AgentSetting offersPlans={useCanUpgrade()} />
    <AssistantsSetting user={user} onPlans={useOpenPlans()} />
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
  account: lazySection('account'),
  chat: Chat,
  prompts: lazySection('prompts'),
  files: FilesPart,
  tools: lazySection('tools'),
  api: lazySection('api'),
  data: lazySection('data'),
  admin: Admin,
};

/** The open section of the settings. */
export const SettingsContent = ({ section, user }: SectionProps & { readonly section: Section }) => {
  const Content = CONTENT[section];
  return <Content user={user} />;
};
