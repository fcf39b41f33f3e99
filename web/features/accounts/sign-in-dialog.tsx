import { useState, type ReactNode } from 'react';

import { usePage } from '../../lib/page.ts';
import { emailFormSet, modeSet, type AuthMode } from '../../state/auth-modal-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { accountBody, EMPTY_FIELDS, loginErrors, registerErrors, type AccountFields } from './account-fields.ts';
import { AccountForm } from './account-form.tsx';
import styles from './account-form.module.css';
import { accountsApi, type SignedIn } from './accounts-api.ts';
import { refusalOf, type Refusal } from './refusal.ts';

/** Another way in than email, such as Google or a phone code. */
export interface SignInProvider {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onChoose: () => void;
}

interface SignInDialogProps {
  readonly providers: readonly SignInProvider[];
  readonly onSignedIn: (session: SignedIn) => void;
  readonly onClose: () => void;
}

const TITLES: Readonly<Record<AuthMode, string>> = { login: 'Welcome Back', register: 'Create Account', phone: 'Phone Authentication' };
const LEADS: Readonly<Record<AuthMode, string>> = {
  login: 'Sign in to keep your conversations.',
  register: 'Free, with messages every day. Your conversations stay yours.',
  phone: 'We send a code to your phone.',
};

const useSubmit = (fields: AccountFields, isNew: boolean, onSignedIn: (session: SignedIn) => void) => {
  const page = usePage();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [login, { isLoading: loggingIn }] = accountsApi.useLoginMutation();
  const [register, { isLoading: registering }] = accountsApi.useRegisterMutation();
  const submit = async (): Promise<void> => {
    const { email, password, name } = accountBody(fields);
    const answer = isNew ? await register({ email, password, name }) : await login({ email, password });
    if (answer.data) onSignedIn({ token: answer.data.token, user: answer.data.user });
    else setRefusal(refusalOf(answer.error, isNew ? 'Registration failed' : 'Login failed', page.now().getTime()));
  };
  return { submit, refusal, forget: () => setRefusal(null), busy: loggingIn || registering };
};

const Providers = ({ providers }: { readonly providers: readonly SignInProvider[] }) => (
  <div className={styles['providers']}>
    {providers.map(({ id, label, icon, onChoose }) => (
      <Button key={id} size="l" wide icon={icon} onClick={onChoose}>{`Continue with ${label}`}</Button>
    ))}
  </div>
);

const OtherMode = ({ isNew, onSwitch }: { readonly isNew: boolean; readonly onSwitch: () => void }) => (
  <p className={styles['other']}>
    {isNew ? 'Already have an account? ' : 'New here? '}
    <button type="button" className={styles['link']} onClick={onSwitch}>{isNew ? 'Sign in' : 'Sign up'}</button>
  </p>
);

/** Signing in and making an account. With providers the email form waits behind its toggle; without any it is open. */
export const SignInDialog = ({ providers, onSignedIn, onClose }: SignInDialogProps) => {
  const dispatch = useAppDispatch();
  const { mode, emailFormOpen } = useAppSelector((state) => state.authModal);
  const [fields, setFields] = useState<AccountFields>(EMPTY_FIELDS);
  const isNew = mode === 'register';
  const { submit, refusal, forget, busy } = useSubmit(fields, isNew, onSignedIn);
  const open = providers.length === 0 || emailFormOpen;
  const switchMode = (): void => {
    forget();
    dispatch(modeSet(isNew ? 'login' : 'register'));
  };
  return (
    <Dialog title={TITLES[mode]} size="s" onClose={onClose}>
      <p className={styles['lead']}>{LEADS[mode]}</p>
      {providers.length > 0 ? (
        <>
          <Providers providers={providers} />
          <button type="button" className={styles['toggle']} aria-expanded={open} onClick={() => dispatch(emailFormSet(!open))}>
            or continue with email
          </button>
        </>
      ) : null}
      {open ? (
        <AccountForm key={mode} fields={fields} onFields={setFields} check={isNew ? registerErrors : loginErrors} onSubmit={submit}
          refusal={refusal} busy={busy} isNew={isNew} action={isNew ? 'Create Account' : 'Sign In'} />
      ) : null}
      <OtherMode isNew={isNew} onSwitch={switchMode} />
    </Dialog>
  );
};
