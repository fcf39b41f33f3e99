import { lazy, useState } from 'react';

import { useAppSelector } from '../../state/store.ts';
import { loadSignedInChunk } from '../lazy-chat-screen.tsx';
import { About } from './about.tsx';
import { AdminDialog } from './admin-dialog.tsx';
import { loadPricing } from './load-pricing.ts';
import { Settings } from './settings.tsx';
import { OverlayBoundary } from '../error-boundary.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { isSubscription } from '../router/address.ts';
import { useAddress } from '../router/use-address.ts';
import { useDialogFocusReturn } from '../router/use-dialog-focus.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';

const loadSignIn = () => import('./sign-in-dialogs.tsx');
const SignInDialogs = lazy(() => loadSignIn().then(({ SignInDialogs: component }) => ({ default: component })));

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

interface DialogsProps {
  /** The one-time token of the first start, if the page was opened by its link. */
  readonly setupToken: string | null;
}

/**
 * What lies over the page. Each dialog is fetched when it is first needed, the likely ones as
 * soon as the browser is idle.
 */
export const Dialogs = ({ setupToken }: DialogsProps) => {
  const [setup, setSetup] = useState(setupToken);
  const signedIn = useAppSelector(({ session }) => session.user !== null);
  const authModalOpen = useAppSelector(({ ui }) => ui.authModalOpen);
  const verifying = useAppSelector(({ verification }) => verification.open);
  const emailLink = useAppSelector(({ authModal }) => authModal.emailLink);
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
        {authModalOpen || verifying || emailLink || setup !== null ? (
          <SignInDialogs setup={setup} onSetupEnd={() => setSetup(null)} />
        ) : null}
        <About />
        <Settings />
        <AdminDialog />
        <SetupGuide />
      </OverlayBoundary>
    </>
  );
};
