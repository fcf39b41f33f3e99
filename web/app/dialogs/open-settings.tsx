import { Suspense } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { SkinSetting } from '../../features/appearance/skin-setting.tsx';
import { useActiveModelName } from '../../features/models/models-api.ts';
import { SettingsDialog } from '../../features/settings/settings-dialog.tsx';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { themeSet } from '../../state/ui-slice.ts';
import { verificationOpened } from '../../state/verification-slice.ts';
import { CurrentSection } from '../../ui/forms/current-section.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { useActions } from '../use-actions.ts';
import { LanguageSetting } from './lazy-language-setting.ts';
import { SettingsSections } from './settings-sections.tsx';

interface OpenSettingsProps {
  readonly user: User;
  readonly section: string | null;
}

/** The settings at one of their sections. */
export const OpenSettings = ({ user, section }: OpenSettingsProps) => {
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
        <SettingsSections />
      </SettingsDialog>
    </CurrentSection>
  );
};
