import { lazy, Suspense, useState } from 'react';

import type { SignedIn } from '../../features/accounts/accounts-api.ts';
import type { OnSignedIn } from '../../features/accounts/sign-in/use-account-submit.ts';
import { modelsApi, activeModelName } from '../../features/models/models-api.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { adminClosed } from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { authModalSet, settingsSet, themeSet } from '../../state/ui-slice.ts';
import { verificationClosed, verificationOpened } from '../../state/verification-slice.ts';
import { loadSignedInChunk } from '../lazy-chat-screen.tsx';
import { BillingDialogs, preloadBilling } from './billing-dialogs.tsx';
import { completeSignIn, completeVerification } from '../../session/complete-sign-in.ts';
import { FilesDialogs, preloadFiles } from './files-dialogs.tsx';
import { OverlayBoundary } from '../error-boundary.tsx';
import { SharingDialogs } from './sharing-dialogs.tsx';
import { LanguageSetting } from './lazy-language-setting.ts';
import { useReplyClient } from '../reply-client-context.ts';
import { useActions } from '../use-actions.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';

const loadSignIn = () => import('../../features/accounts/sign-in/sign-in-dialog.tsx');
const loadSettings = () => import('../../features/settings/settings-dialog.tsx');
const loadSettingsSections = () => import('./settings-sections.tsx');
const loadSkins = () => import('../../features/appearance/skin-setting.tsx');
const SignInDialog = lazy(() => loadSignIn().then(({ SignInDialog: component }) => ({ default: component })));
const SettingsDialog = lazy(() => loadSettings().then(({ SettingsDialog: component }) => ({ default: component })));
const SettingsSections = lazy(() =>
  loadSettingsSections().then(({ SettingsSections: component }) => ({ default: component })),
);
const VerificationDialog = lazy(() =>
  import('../../features/accounts/verification/verification-dialog.tsx').then(({ VerificationDialog: component }) => ({
    default: component,
  })),
);
const AdminPanel = lazy(() =>
  import('../../features/admin/admin-panel.tsx').then(({ AdminPanel: component }) => ({ default: component })),
);
const SkinSetting = lazy(() => loadSkins().then(({ SkinSetting: component }) => ({ default: component })));
const SetupDialog = lazy(() =>
  import('../../features/accounts/sign-in/setup-dialog.tsx').then(({ SetupDialog: component }) => ({
    default: component,
  })),
);

const Settings = () => {
  const dispatch = useAppDispatch();
  const actions = useActions();
  const user = useAppSelector(({ session }) => session.user);
  const theme = useAppSelector(({ ui }) => ui.theme);
  const preferredModel = useAppSelector(({ chat }) => chat.currentModel);
  const { data } = modelsApi.useModelsQuery();
  const model = activeModelName(data?.models ?? [], preferredModel) ?? preferredModel;
  const close = (): void => {
    dispatch(settingsSet(false));
  };
  const verify = (): void => {
    close();
    dispatch(verificationOpened());
  };
  if (!user) return null;
  return (
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
  );
};

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

/** Only for admins; what is shown there the server decides anew with each call. */
const Admin = () => {
  const dispatch = useAppDispatch();
  const open = useAppSelector(({ admin, session }) => admin.open && session.user?.isAdmin === true);
  return open ? <AdminPanel onClose={() => dispatch(adminClosed())} /> : null;
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
  const { authModalOpen, settingsOpen } = useAppSelector(({ ui }) => ui);
  const verifying = useAppSelector(({ verification }) => verification.open);
  const onSignedIn: OnSignedIn = (session, created) => {
    setSetup(null);
    void dispatch(completeSignIn(session, created, { client, now: env.now }));
  };
  useIdleCallback(() => {
    void Promise.all([
      loadSignedInChunk(),
      loadSignIn(),
      loadSettings(),
      loadSettingsSections(),
      loadSkins(),
      preloadBilling(),
      preloadFiles(),
    ]);
  });
  return (
    <>
      <FilesDialogs />
      <OverlayBoundary>
        <BillingDialogs />
        <SharingDialogs />
        {authModalOpen && setup === null ? (
          <SignInDialog onSignedIn={onSignedIn} onClose={() => dispatch(authModalSet(false))} />
        ) : null}
        {verifying ? <Verification /> : null}
        {settingsOpen ? <Settings /> : null}
        <Admin />
        {setup === null ? null : <SetupDialog token={setup} onSignedIn={onSignedIn} onClose={() => setSetup(null)} />}
      </OverlayBoundary>
    </>
  );
};
