import { lazy, useState } from 'react';

import type { SignedIn } from '../../features/accounts/accounts-api.ts';
import type { NewAccount } from '../../features/accounts/sign-in/use-account-submit.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { authModalSet } from '../../state/ui-slice.ts';
import { verificationClosed } from '../../state/verification-slice.ts';
import { loadSignedInChunk } from '../lazy-chat-screen.tsx';
import { completeSignIn, completeVerification } from '../../session/complete-sign-in.ts';
import { About } from './about.tsx';
import { AdminDialog } from './admin-dialog.tsx';
import { loadPricing } from './load-pricing.ts';
import { Settings } from './settings.tsx';
import { OverlayBoundary } from '../error-boundary.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { openDialog } from '../router/navigation.ts';
import { useReplyClient } from '../reply-client-context.ts';
import { isSubscription } from '../router/address.ts';
import { useAddress } from '../router/use-address.ts';
import { useDialogFocusReturn } from '../router/use-dialog-focus.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';

const loadSignIn = () => import('../../features/accounts/sign-in/sign-in-dialog.tsx');
const SignInDialog = lazy(() => loadSignIn().then(({ SignInDialog: component }) => ({ default: component })));
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

const loadBilling = () => import('./billing-dialogs.tsx');
const BillingDialogs = lazy(() => loadBilling().then(({ BillingDialogs: component }) => ({ default: component })));

const Billing = () => {
  const address = useAddress();
  const outcome = useAppSelector(({ ui }) => ui.checkoutOutcome);
  return address.at === 'pricing' || isSubscription(address) || outcome !== null ? <BillingDialogs /> : null;
};

const SignedInDialogs = lazy(() =>
  import('./signed-in-dialogs.tsx').then(({ SignedInDialogs: component }) => ({ default: component })),
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

interface DialogsProps {
  /** The one-time token of the first start, if the page was opened by its link. */
  readonly setupToken: string | null;
}

/** What lies over the page. Each dialog is fetched when it is first needed, the likely ones as soon as the browser is idle. */
export const Dialogs = ({ setupToken }: DialogsProps) => {
  const dispatch = useAppDispatch();
  const env = useBrowserEnv();
  const client = useReplyClient();
  const [setup, setSetup] = useState(setupToken);
  const signedIn = useAppSelector(({ session }) => session.user !== null);
  const authModalOpen = useAppSelector(({ ui }) => ui.authModalOpen);
  const verifying = useAppSelector(({ verification }) => verification.open);
  const signIn = (session: SignedIn, created?: NewAccount): Promise<void> => {
    setSetup(null);
    return dispatch(completeSignIn(session, created, { client, now: env.now }));
  };
  const onOwner = (session: SignedIn): void => {
    void signIn(session).then(() => openDialog({ at: 'setup' }));
  };
  useDialogFocusReturn();
  useIdleCallback(() => {
    void Promise.all([loadSignedInChunk(), loadSignIn(), loadBilling(), loadPricing()]);
  });
  return (
    <>
      {signedIn ? (
        <OverlayBoundary>
          <SignedInDialogs />
        </OverlayBoundary>
      ) : null}
      <OverlayBoundary>
        <Billing />
        {authModalOpen && setup === null ? (
          <SignInDialog
            onSignedIn={(...signedIn) => void signIn(...signedIn)}
            onClose={() => dispatch(authModalSet(false))}
          />
        ) : null}
        {verifying ? <Verification /> : null}
        <About />
        <Settings />
        <AdminDialog />
        <SetupGuide />
        {setup === null ? null : <SetupDialog token={setup} onSignedIn={onOwner} onClose={() => setSetup(null)} />}
      </OverlayBoundary>
    </>
  );
};
