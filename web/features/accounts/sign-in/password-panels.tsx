import { useState, type FormEvent } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { panelSet } from '../../../state/auth-modal-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { authModalSet } from '../../../state/ui-slice.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { PasswordField } from '../../../ui/forms/text-input.tsx';
import { validateEmail, validateNewPassword } from '../account-fields.ts';
import { EmailField, SubmitButton } from '../account-form.tsx';
import styles from '../account-form.module.css';
import type { SignedIn } from '../accounts-api.ts';
import { identityApi } from '../identity-api.ts';
import { rejectCommonPassword } from './reject-common-password.ts';
import { AccountSwitchPrompt, useAccountSwitchCheck } from '../verification/account-switch.tsx';
import { toRefusal, type Refusal, RefusalNotice } from '../refusal.tsx';
import { MailHint } from '../sandbox-hint.tsx';
import { t, useTranslations } from '../texts.ts';

const BackToSignIn = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  return (
    <p className={styles['other']}>
      <button type="button" className={styles['link']} onClick={() => dispatch(panelSet('enter'))}>
        {t('backToSignIn')}
      </button>
    </p>
  );
};

const useForgotPassword = (email: string) => {
  const page = useBrowserEnv();
  const [send, { isLoading }] = identityApi.useForgotPasswordMutation();
  const [wasSubmitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (validateEmail(email)) return;
    const response = await send({ email: email.trim() });
    setRefusal(response.data ? null : toRefusal(response.error, t('resetMailFailed'), page.now().getTime()));
    if (response.data) setSentTo(email.trim());
  };
  return { submit, refusal, sentTo, error: wasSubmitted ? validateEmail(email) : undefined, busy: isLoading };
};

interface ForgotPanelProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
}

/** Requests a reset mail. The answer is the same whether or not the address has an account. */
export const ForgotPanel = ({ email, onEmail }: ForgotPanelProps) => {
  const t = useTranslations();
  const { submit, refusal, sentTo, error, busy } = useForgotPassword(email);
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  if (sentTo !== null) {
    return (
      <>
        <Notice tone="positive">
          {t.rich('resetMailSent', { email: sentTo, address: (inside) => <bdi>{inside}</bdi> })}
        </Notice>
        <MailHint />
        <BackToSignIn />
      </>
    );
  }
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      <EmailField label={t('email')} error={error} value={email} onText={onEmail} />
      <SubmitButton busy={busy} disabled={busy || secondsLeft > 0}>
        {t('sendResetLink')}
      </SubmitButton>
      <BackToSignIn />
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
  const page = useBrowserEnv();
  const [password, setPassword] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [reset, { isLoading }] = identityApi.useResetPasswordMutation();
  const switchCheck = useAccountSwitchCheck('reset-password');
  const showRefusal = (error: unknown): void =>
    setRefusal(toRefusal(error, t('passwordChangeFailed'), page.now().getTime()));
  const change = async (): Promise<void> => {
    const response = await reset({ token, password });
    if (response.data) onSignedIn(response.data);
    else showRefusal(response.error);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (validateNewPassword(password)) return;
    const commonPassword = await rejectCommonPassword(password);
    setRefusal(commonPassword);
    if (commonPassword) return;
    const found = await switchCheck.look(token);
    if (found === 'same') await change();
    else if (found !== 'other') showRefusal(found.error);
  };
  const type = (typed: string): void => {
    setPassword(typed);
    setRefusal(null);
  };
  const error = wasSubmitted ? (validateNewPassword(password) ?? refusal?.fields.password) : undefined;
  return { password, type, submit, change, refusal, error, other: switchCheck, busy: isLoading || switchCheck.busy };
};

/** Sets a new password and signs in with it; all other sessions of the account end. */
export const ResetPanel = (props: ResetPanelProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { password, type, submit, change, refusal, error, other: switchCheck, busy } = useReset(props);
  if (switchCheck.asked) {
    return (
      <AccountSwitchPrompt
        {...switchCheck.asked}
        onStay={() => dispatch(authModalSet(false))}
        onSwitch={() => {
          switchCheck.reset();
          void change();
        }}
      />
    );
  }
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} secondsLeft={0} />
      <PasswordField
        label={t('newPassword')}
        error={error}
        hint={t('passwordHint')}
        autoFocus
        data-autofocus
        autoComplete="new-password"
        value={password}
        onText={type}
      />
      <SubmitButton busy={busy}>{t('setPassword')}</SubmitButton>
      {refusal && refusal.text !== '' ? (
        <Button size="l" wide onClick={() => dispatch(panelSet('forgot'))}>
          {t('newLink')}
        </Button>
      ) : null}
      <BackToSignIn />
    </form>
  );
};
