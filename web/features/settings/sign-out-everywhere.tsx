import { useState } from 'react';

import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

interface SignOutEverywhereProps {
  readonly onSignOutEverywhere: () => Promise<boolean>;
}

/** Ends every session of the account, after asking. Unlike an ordinary sign-out it must not pretend: a failure is told. */
export const SignOutEverywhere = ({ onSignOutEverywhere }: SignOutEverywhereProps) => {
  const [state, setState] = useState<'calm' | 'asking' | 'busy' | 'failed'>('calm');
  const confirm = async (): Promise<void> => {
    setState('busy');
    setState(await onSignOutEverywhere() ? 'calm' : 'failed');
  };
  return (
    <>
      <Button variant="quiet" wide onClick={() => setState('asking')}>Sign out everywhere</Button>
      {state === 'failed' ? <Notice tone="danger">The sessions could not be ended. You are still signed in.</Notice> : null}
      {state === 'asking' || state === 'busy' ? (
        <AlertDialog title="Sign out everywhere?" text="Every browser and device with this account has to sign in again, this one too."
          action="Sign out everywhere" busy={state === 'busy'} onConfirm={() => void confirm()} onCancel={() => setState('calm')} />
      ) : null}
    </>
  );
};
