import { lazy, useEffect, useState } from 'react';

import { reauthentication } from '../../lib/reauthentication.ts';
import { useAppSelector } from '../../state/store.ts';

const ReauthenticationDialog = lazy(() =>
  import('../../features/accounts/reauthentication/reauthentication-dialog.tsx').then(
    ({ ReauthenticationDialog: component }) => ({ default: component }),
  ),
);

interface Pending {
  readonly resolve: (confirmed: boolean) => void;
}

/** Offers the dialog to refused calls; those at once share it. */
const useOffer = (show: (pending: Pending) => void): void => {
  useEffect(() => {
    let answer: Promise<boolean> | null = null;
    const ask = (): Promise<boolean> =>
      (answer ??= new Promise<boolean>((resolve) => show({ resolve })).finally(() => {
        answer = null;
      }));
    reauthentication.ask = ask;
    return () => {
      if (reauthentication.ask === ask) reauthentication.ask = null;
    };
  }, [show]);
};

/** The dialog that a refused call waits for. */
export const Reauthentication = () => {
  const user = useAppSelector(({ session }) => session.user);
  const [pending, setPending] = useState<Pending | null>(null);
  useOffer(setPending);
  // The waiting call goes on without a proof when this goes away, as it does with the session.
  useEffect(() => () => pending?.resolve(false), [pending]);
  if (!pending || !user) return null;
  const finish = (confirmed: boolean): void => {
    pending.resolve(confirmed);
    setPending(null);
  };
  return <ReauthenticationDialog user={user} onConfirmed={() => finish(true)} onClose={() => finish(false)} />;
};
