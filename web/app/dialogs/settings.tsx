import { lazy, Suspense } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { useActiveModelName } from '../../features/models/models-api.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { themeSet } from '../../state/ui-slice.ts';
import { verificationOpened } from '../../state/verification-slice.ts';
import { CurrentSection } from '../../ui/forms/current-section.ts';
import { isSubscription } from '../router/address.ts';
import { useAddress } from '../router/use-address.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { useActions } from '../use-actions.ts';
import { LanguageSetting } from './lazy-language-setting.ts';

const loadSettings = () => import('../../features/settings/settings-dialog.tsx');
const loadSections = () => import('./settings-sections.tsx');
const loadSkins = () => import('../../features/appearance/skin-setting.tsx');
const SettingsDialog = lazy(() => loadSettings().then(({ SettingsDialog: component }) => ({ default: component })));
const SettingsSections = lazy(() => loadSections().then(({ SettingsSections: component }) => ({ default: component })));
const SkinSetting = lazy(() => loadSkins().then(({ SkinSetting: component }) => ({ default: component })));

/** Fetches all of this before it is needed. */
export const preloadSettings = (): Promise<unknown> => Promise.all([loadSettings(), loadSections(), loadSkins()]);

interface OpenSettingsProps {
  readonly user: User;
  readonly section: string | null;
}

const OpenSettings = ({ user, section }: OpenSettingsProps) => {
  const dispatch = useAppDispatch();
  const actions = useActions();
  const close = useCloseDialog();
  const theme = useAppSelector(({ ui }) => ui.theme);
  const preferredModel = useAppSelector(({ chat }) => chat.currentModel);
  const model = useActiveModelName(user, preferredModel);
  const verify = (): void => {
    close();
    dispatch(verificationOpened());
  };
  return (
    <CurrentSection value={section}>
      <SettingsDialog
        user={user}
        theme={theme}
        model={model}
        onTheme={(to) => dispatch(themeSet(to))}
        onClose={close}
        onSignOut={actions.signOut}
        onSignOutEverywhere={actions.signOutEverywhere}
        onVerify={verify}
        appearance={
          <Suspense>
            <SkinSetting />
            <LanguageSetting />
          </Suspense>
        }
      >
        <Suspense>
          <SettingsSections />
        </Suspense>
      </SettingsDialog>
    </CurrentSection>
  );
};

/** The settings, at the section that the address names; the subscription is a dialog of its own. */
export const Settings = () => {
  const address = useAddress();
  const user = useAppSelector(({ session }) => session.user);
  return user && address.at === 'settings' && !isSubscription(address) ? (
    <OpenSettings user={user} section={address.section} />
  ) : null;
};
