import { LogOut } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { useTranslations } from './texts.ts';

interface SignOutSettingProps {
  readonly onSignOut: () => void;
  /** Answers false when the server did not end the sessions. */
  readonly onSignOutEverywhere: () => Promise<boolean>;
  /** The other sessions. */
  readonly children: ReactNode;
}

/** Ends every session of the account, after a confirmation. Unlike sign-out it shows a failure. */
const SignOutEverywhere = ({ onSignOutEverywhere }: Pick<SignOutSettingProps, 'onSignOutEverywhere'>) => {
  const t = useTranslations();
  const [state, setState] = useState<'calm' | 'asking' | 'busy' | 'failed'>('calm');
  const confirm = async (): Promise<void> => {
    setState('busy');
    setState((await onSignOutEverywhere()) ? 'calm' : 'failed');
  };
  return (
    <>
      <SettingRow label={t('allDevices')} note={t('allDevicesNote')}>
        <Button size="s" onClick={() => setState('asking')}>
          {t('signOutEverywhere')}
        </Button>
      </SettingRow>
      {state === 'failed' ? <Notice tone="danger">{t('signOutEverywhereFailed')}</Notice> : null}
      {state === 'asking' || state === 'busy' ? (
        <AlertDialog
          title={t('signOutEverywhereAsked')}
          text={t('signOutEverywhereText')}
          action={t('signOutEverywhere')}
          busy={state === 'busy'}
          onConfirm={() => void confirm()}
          onCancel={() => setState('calm')}
        />
      ) : null}
    </>
  );
};

/** The ways out: here, or everywhere. */
export const SignOutSetting = ({ onSignOut, onSignOutEverywhere, children }: SignOutSettingProps) => {
  const t = useTranslations();
  return (
    <SettingSection name="sessions" title={t('sessions')}>
      <SettingRow label={t('thisDevice')} note={t('thisDeviceNote')}>
        <Button size="s" icon={<LogOut />} onClick={onSignOut}>
          {t('signOut')}
        </Button>
      </SettingRow>
      {children}
      <SignOutEverywhere onSignOutEverywhere={onSignOutEverywhere} />
    </SettingSection>
  );
};
