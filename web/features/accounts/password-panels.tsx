import { useState, type FormEvent } from 'react';

import { usePage } from '../../lib/page.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { panelSet } from '../../state/auth-modal-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { authModalSet } from '../../state/ui-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordInput, TextInput } from '../../ui/text-input.tsx';
import { emailError, newPasswordError } from './account-fields.ts';
import styles from './account-form.module.css';
import type { SignedIn } from './accounts-api.ts';
import { identityApi } from './identity-api.ts';
import { refuseCommon } from './common-password.ts';
import { OtherAccount, useOtherAccount } from './other-account.tsx';
import { refusalOf, type Refusal } from './refusal.ts';
import { RefusalNotice } from './refusal-notice.tsx';
import { MailHint } from './sandbox-hint.tsx';
import { say, useTexts } from './texts.ts';

const Back = () => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  return (
    <p className={styles['other']}>
      <button type="button" className={styles['link']} onClick={() => dispatch(panelSet('enter'))}>
        {t('backToSignIn')}
      </button>
    </p>
  );
};

const useForgot = (email: string) => {
  const page = usePage();
  const [send, { isLoading }] = identityApi.useForgotPasswordMutation();
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (emailError(email)) return;
    const answer = await send({ email: email.trim() });
    setRefusal(answer.data ? null : refusalOf(answer.error, say('resetMailFailed'), page.now().getTime()));
    if (answer.data) setSentTo(email.trim());
  };
  return { submit, refusal, sentTo, error: tried ? emailError(email) : undefined, busy: isLoading };
};

interface ForgotPanelProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
}

/** Asks for a reset mail. What is answered never tells whether the address has an account. */
export const ForgotPanel = ({ email, onEmail }: ForgotPanelProps) => {
  const t = useTexts();
  const { submit, refusal, sentTo, error, busy } = useForgot(email);
  const left = useCountdown(refusal?.waitUntil ?? null);
  if (sentTo !== null) {
    return (
      <>
        <Notice tone="positive">
          {t.rich('resetMailSent', { email: sentTo, address: (inside) => <bdi>{inside}</bdi> })}
        </Notice>
        <MailHint />
        <Back />
      </>
    );
  }
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} left={left} />
      <Field label={t('email')} error={error}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoFocus
            autoComplete="email"
            inputMode="email"
            dir="ltr"
            value={email}
            onText={onEmail}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="l" wide busy={busy} disabled={busy || left > 0}>
        {t('sendResetLink')}
      </Button>
      <Back />
    </form>
  );
};

interface ResetPanelProps {
  /** The one-time token of the link in the mail. */
  readonly token: string;
  readonly onSignedIn: (session: SignedIn) => void;
}

/** Checks and sends the new password; asks first when the link belongs to another account. */
const useReset = ({ token, onSignedIn }: ResetPanelProps) => {
  const page = usePage();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [reset, { isLoading }] = identityApi.useResetPasswordMutation();
  const other = useOtherAccount('reset-password');
  const refuse = (error: unknown): void =>
    setRefusal(refusalOf(error, say('passwordChangeFailed'), page.now().getTime()));
  const change = async (): Promise<void> => {
    const answer = await reset({ token, password });
    if (answer.data) onSignedIn(answer.data);
    else refuse(answer.error);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (newPasswordError(password)) return;
    const common = await refuseCommon(password);
    setRefusal(common);
    if (common) return;
    const found = await other.look(token);
    if (found === 'same') await change();
    else if (found !== 'other') refuse(found.error);
  };
  const type = (typed: string): void => {
    setPassword(typed);
    setRefusal(null);
  };
  const error = tried ? (newPasswordError(password) ?? refusal?.fields.password) : undefined;
  return { password, type, submit, change, refusal, error, other, busy: isLoading || other.busy };
};

/** Sets a new password and signs in with it; every other session of the account ends. */
export const ResetPanel = (props: ResetPanelProps) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const { password, type, submit, change, refusal, error, other, busy } = useReset(props);
  if (other.asked) {
    return (
      <OtherAccount
        {...other.asked}
        onStay={() => dispatch(authModalSet(false))}
        onSwitch={() => {
          other.forget();
          void change();
        }}
      />
    );
  }
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} left={0} />
      <Field label={t('newPassword')} error={error} hint={t('passwordHint')}>
        {(control) => (
          <PasswordInput
            {...control}
            autoFocus
            data-autofocus
            autoComplete="new-password"
            value={password}
            onText={type}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t('setPassword')}
      </Button>
      {refusal && refusal.text !== '' ? (
        <Button size="l" wide onClick={() => dispatch(panelSet('forgot'))}>
          {t('newLink')}
        </Button>
      ) : null}
      <Back />
    </form>
  );
};
