import { useState } from 'react';

import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { useTranslations } from './texts.ts';

interface SignOutEverywhereProps {
  readonly onSignOutEverywhere: () => Promise<boolean>;
}

/** Ends every session of the account, after a confirmation. Unlike sign-out it shows a failure. */
export const SignOutEverywhere = ({ onSignOutEverywhere }: SignOutEverywhereProps) => {
  const t = useTranslations();
  const [state, setState] = useState<'calm' | 'asking' | 'busy' | 'failed'>('calm');
  const confirm = async (): Promise<void> => {
    setState('busy');
    setState((await onSignOutEverywhere()) ? 'calm' : 'failed');
  };
  return (
    <>
      <Button variant="quiet" wide onClick={() => setState('asking')}>
        {t('signOutEverywhere')}
      </Button>
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
