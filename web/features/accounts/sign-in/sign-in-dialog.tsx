import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';

import { modeSet, type AuthMode, type AuthPanel } from '../../../state/auth-modal-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EMPTY_FIELDS, type AccountFields } from '../account-fields.ts';
import styles from '../account-form.module.css';
import { EmailSection } from './email-section.tsx';
import { ForgotPanel, ResetPanel } from './password-panels.tsx';
import { PhoneForm } from '../phone/phone-form.tsx';
import { RefusalNotice } from '../refusal.tsx';
import { InvalidInvitationNotice, NoRegistrationNote, WaitingPanel } from '../registration/registration-notes.tsx';
import { useAuthMode, useInvitedFields, useMayRegister, useRegisterLead } from '../registration/use-registration.ts';
import { useTranslations, type TextKey } from '../texts.ts';
import { useAccountSubmit, type OnSignedIn } from './use-account-submit.ts';
import { SignInMethods, useOfferedWays } from './sign-in-methods.tsx';
import { useProviderSignIn } from './use-provider-sign-in.ts';

const SecondFactorPanel = lazy(() =>
  import('../second-factor/second-factor-panel.tsx').then(({ SecondFactorPanel: component }) => ({
    default: component,
  })),
);

const PasskeyButton = lazy(() =>
  import('../second-factor/passkey-button.tsx').then(({ PasskeyButton: component }) => ({ default: component })),
);

interface SignInDialogProps {
  /** `created` is set for a new account. */
  readonly onSignedIn: OnSignedIn;
  readonly onClose: () => void;
  /** Below everything. */
  readonly foot: ReactNode;
}

interface Heading {
  readonly title: TextKey;
  readonly lead: TextKey;
}

const MODE_HEADINGS: Readonly<Record<AuthMode, Heading>> = {
  login: { title: 'loginTitle', lead: 'loginLead' },
  register: { title: 'createAccount', lead: 'registerLead' },
  phone: { title: 'phoneTitle', lead: 'phoneLead' },
};
const PANEL_HEADINGS: Readonly<Record<Exclude<AuthPanel, 'enter'>, Heading>> = {
  forgot: { title: 'resetTitle', lead: 'forgotLead' },
  reset: { title: 'resetTitle', lead: 'resetLead' },
  'second-factor': { title: 'stepTitle', lead: 'stepLead' },
  waiting: { title: 'approvalTitle', lead: 'approvalLead' },
};

const OtherMode = ({ isNew, onSwitch }: { readonly isNew: boolean; readonly onSwitch: () => void }) => {
  const t = useTranslations();
  return (
    <p className={styles['other']}>
      {t.rich(isNew ? 'haveAccount' : 'newHere', {
        link: (inside) => (
          <button type="button" className={styles['link']} onClick={onSwitch}>
            {inside}
          </button>
        ),
      })}
    </p>
  );
};

const LazyPasskeyButton = ({ onSignedIn }: Pick<SignInDialogProps, 'onSignedIn'>) => (
  // As high as the button: it must not push down what somebody is about to press.
  <Suspense fallback={<div className={styles['providers']} />}>
    <PasskeyButton onSignedIn={onSignedIn} />
  </Suspense>
);

/** Whether a key was pressed while the ways were not known: what comes late then leaves the focus where it is. */
const useKeysUsed = (isLoading: boolean) => {
  const [usedKeys, setUsedKeys] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const onKey = (): void => setUsedKeys(true);
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isLoading]);
  return [usedKeys, setUsedKeys] as const;
};

interface EnterPanelProps {
  readonly fields: AccountFields;
  readonly onFields: (fields: AccountFields) => void;
  readonly onSignedIn: OnSignedIn;
}

/** Signing in and making an account: other companies and the phone first, email behind its toggle. */
const EnterPanel = ({ fields, onFields, onSignedIn }: EnterPanelProps) => {
  const dispatch = useAppDispatch();
  const isNew = useAuthMode() === 'register';
  const mayRegister = useMayRegister();
  const offered = useOfferedWays();
  const [usedKeys, setUsedKeys] = useKeysUsed(offered.isLoading);
  const provider = useProviderSignIn(onSignedIn);
  const invited = useInvitedFields(fields);
  const account = isNew ? invited.fields : fields;
  const submission = useAccountSubmit(account, isNew, onSignedIn);
  const switchMode = (mode: AuthMode): void => {
    provider.clearRefusal();
    submission.clearRefusal();
    setUsedKeys(false);
    dispatch(modeSet(mode));
  };
  const submit = (): Promise<void> => {
    provider.clearRefusal();
    return submission.submit();
  };
  const methods = (
    <>
      <SignInMethods
        offered={offered}
        usedKeys={usedKeys}
        onProvider={provider.open}
        onPhone={() => switchMode('phone')}
        waiting={provider.waiting}
      />
      {isNew ? null : <LazyPasskeyButton onSignedIn={onSignedIn} />}
    </>
  );
  return (
    <>
      <InvalidInvitationNotice />
      <RefusalNotice refusal={provider.refusal} secondsLeft={0} />
      {offered.emailOnly ? null : methods}
      <EmailSection
        fields={account}
        onFields={onFields}
        isNew={isNew}
        hasFixedEmail={isNew && invited.hasFixedEmail}
        isOnlyWay={offered.emailOnly}
        usedKeys={usedKeys}
        submission={{ ...submission, submit }}
      />
      {mayRegister ? (
        <OtherMode isNew={isNew} onSwitch={() => switchMode(isNew ? 'login' : 'register')} />
      ) : (
        <NoRegistrationNote registration={offered.registration} />
      )}
      {offered.emailOnly ? methods : null}
    </>
  );
};

const Panel = ({ onClose, ...props }: EnterPanelProps & Pick<SignInDialogProps, 'onClose'>) => {
  const { fields, onFields, onSignedIn } = props;
  const { mode, panel, resetToken, secondFactor } = useAppSelector((state) => state.authModal);
  if (secondFactor !== null) return <SecondFactorPanel {...secondFactor} onSignedIn={onSignedIn} />;
  if (panel === 'waiting') return <WaitingPanel onClose={onClose} />;
  if (panel === 'reset' && resetToken !== null) return <ResetPanel token={resetToken} onSignedIn={onSignedIn} />;
  if (panel === 'forgot')
    return <ForgotPanel email={fields.email} onEmail={(email) => onFields({ ...fields, email })} />;
  return mode === 'phone' ? <PhoneForm onSignedIn={onSignedIn} /> : <EnterPanel {...props} />;
};

/** Every way into an account in one dialog. What was typed outlives each change of its forms. */
export const SignInDialog = ({ onSignedIn, onClose, foot }: SignInDialogProps) => {
  const t = useTranslations();
  const mode = useAuthMode();
  const panel = useAppSelector(({ authModal }) => authModal.panel);
  const [fields, setFields] = useState<AccountFields>(EMPTY_FIELDS);
  const { title, lead } = panel === 'enter' ? MODE_HEADINGS[mode] : PANEL_HEADINGS[panel];
  const registerLead = useRegisterLead();
  return (
    <Dialog title={t(title)} size="s" onClose={onClose}>
      <p className={styles['lead']}>{panel === 'enter' && mode === 'register' ? registerLead : t(lead)}</p>
      <Suspense fallback={<Skeleton lines={3} label={t(title)} />}>
        <Panel fields={fields} onFields={setFields} onSignedIn={onSignedIn} onClose={onClose} />
      </Suspense>
      {foot}
    </Dialog>
  );
};
