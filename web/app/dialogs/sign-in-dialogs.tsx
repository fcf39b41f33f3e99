import { lazy } from 'react';

import type { SignedIn } from '../../features/accounts/accounts-api.ts';
import { SignInDialog } from '../../features/accounts/sign-in/sign-in-dialog.tsx';
import type { NewAccount } from '../../features/accounts/sign-in/use-account-submit.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { completeSignIn, completeVerification } from '../../session/complete-sign-in.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { authModalSet } from '../../state/ui-slice.ts';
import { verificationClosed } from '../../state/verification-slice.ts';
import { useReplyClient } from '../reply-client-context.ts';
import { OperatorLinks } from '../shell/operator-links.tsx';
import { EmailLink } from './email-link.tsx';
import { openDialog } from '../router/navigation.ts';
import { useActions } from '../use-actions.ts';

const VerificationDialog = lazy(() =>
  import('../../features/accounts/verification/verification-dialog.tsx').then(({ VerificationDialog: component }) => ({
    default: component,
  })),
);
const SetupDialog = lazy(() =>
  import('../../features/accounts/sign-in/setup-dialog.tsx').then(({ SetupDialog: component }) => ({
    default: component,
  })),
);

const Verification = () => {
  const dispatch = useAppDispatch();
  const env = useBrowserEnv();
  const client = useReplyClient();
  const close = (): void => {
    dispatch(verificationClosed());
  };
  const signIn = (): void => {
    close();
    dispatch(authModalSet(true));
  };
  const onVerified = (session: SignedIn): void => {
    void dispatch(completeVerification(session, { client, now: env.now }));
  };
  return <VerificationDialog onVerified={onVerified} onSignIn={signIn} onClose={close} />;
};

interface SignInDialogsProps {
  /** The one-time token of the first start, as long as its dialog is open. */
  readonly setup: string | null;
  readonly onSetupEnd: () => void;
}

/**
 * All that begins a session or comes by a mailed link: signing in, verifying or changing an address, the first admin.
 */
export const SignInDialogs = ({ setup, onSetupEnd }: SignInDialogsProps) => {
  const dispatch = useAppDispatch();
  const env = useBrowserEnv();
  const client = useReplyClient();
  const { dismissSignIn } = useActions();
  const authModalOpen = useAppSelector(({ ui }) => ui.authModalOpen);
  const verifying = useAppSelector(({ verification }) => verification.open);
  const signIn = (session: SignedIn, created?: NewAccount): Promise<void> => {
    onSetupEnd();
    return dispatch(completeSignIn(session, created, { client, now: env.now }));
  };
  const onOwner = (session: SignedIn): void => {
    void signIn(session).then(() => openDialog({ at: 'setup' }));
  };
  return (
    <>
      {authModalOpen && setup === null ? (
        <SignInDialog
          onSignedIn={(...signedIn) => void signIn(...signedIn)}
          onClose={dismissSignIn}
          foot={<OperatorLinks />}
        />
      ) : null}
      {verifying ? <Verification /> : null}
      <EmailLink />
      {setup === null ? null : <SetupDialog token={setup} onSignedIn={onOwner} onClose={onSetupEnd} />}
    </>
  );
};
