import { useState } from 'react';

import { isApiFailure } from '../../../lib/api-error.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { captchaRequested, cooldownSet, type Cooldown } from '../../../state/auth-modal-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { toAccountBody, type AccountFields } from '../account-fields.ts';
import { accountsApi, type SignedIn } from '../accounts-api.ts';
import { rejectCommonPassword } from './reject-common-password.ts';
import { isDisposableEmail } from './disposable-email.ts';
import { useRegistrationInput } from '../registration/use-invitation.ts';
import { disposableRefusal, NO_REFUSAL, toRefusal, type Refusal } from '../refusal.tsx';
import { t } from '../texts.ts';

/** What registering adds to a session. */
export interface NewAccount {
  readonly requiresEmailVerification: boolean;
  readonly verificationUrl?: string | undefined;
}

export type OnSignedIn = (session: SignedIn, created?: NewAccount) => void;

const COOLDOWN_CODE = 'REGISTRATION_COOLDOWN';

/** A pause that began before the dialog was closed or the form changed. */
const cooldownRefusal = (cooldown: Cooldown | null, now: number): Refusal | null =>
  cooldown && cooldown.until > now
    ? { ...NO_REFUSAL, text: t('registrationFailed'), waitUntil: cooldown.until, reason: cooldown.reason }
    : null;

const useLogin = (onSignedIn: OnSignedIn, onRefused: (refusal: Refusal) => void, onProofSpent: () => void) => {
  const { now } = useBrowserEnv();
  const dispatch = useAppDispatch();
  const captchaToken = useAppSelector(({ authModal }) => authModal.captchaToken);
  const [login, { isLoading }] = accountsApi.useLoginMutation();
  const send = async (fields: AccountFields): Promise<void> => {
    const { email, password } = toAccountBody(fields);
    const response = await login({ email, password, ...(captchaToken === null ? {} : { captchaToken }) });
    if (response.data) {
      onSignedIn(response.data);
      return;
    }
    // Only while many guess at this account or from this network; a proof counts once, whatever came of it.
    if (captchaToken !== null || (isApiFailure(response.error) && response.error.code === 'CAPTCHA_REQUIRED')) {
      dispatch(captchaRequested());
      onProofSpent();
    }
    onRefused(toRefusal(response.error, t('loginFailed'), now().getTime(), t('loginWrong')));
  };
  return { send, isLoading };
};

const useRegister = (onSignedIn: OnSignedIn, onRefused: (refusal: Refusal) => void, onProofSpent: () => void) => {
  const { now } = useBrowserEnv();
  const dispatch = useAppDispatch();
  const { captchaToken, captchaRequired } = useAppSelector((state) => state.authModal);
  const [register, { isLoading }] = accountsApi.useRegisterMutation();
  const registrationInput = useRegistrationInput();
  const handleFailure = (error: unknown): void => {
    const refusal = toRefusal(error, t('registrationFailed'), now().getTime());
    const code = isApiFailure(error) ? error.code : null;
    // A proof counts once, whatever came of it.
    if (code === 'CAPTCHA_REQUIRED' || captchaToken !== null || captchaRequired) {
      dispatch(captchaRequested());
      onProofSpent();
    }
    if (code === COOLDOWN_CODE && refusal.waitUntil !== null) {
      dispatch(
        cooldownSet({
          ms: refusal.waitUntil - now().getTime(),
          reason: refusal.reason ?? '',
          until: refusal.waitUntil,
        }),
      );
    }
    onRefused(refusal);
  };
  const send = async (fields: AccountFields): Promise<void> => {
    const { email, password, name } = toAccountBody(fields);
    const refusal = (await isDisposableEmail(email)) ? disposableRefusal() : await rejectCommonPassword(password);
    if (refusal) {
      onRefused(refusal);
      return;
    }
    const response = await register({
      email,
      password,
      name,
      ...registrationInput(),
      ...(captchaToken === null ? {} : { captchaToken }),
    });
    if (response.data) onSignedIn({ token: response.data.token, user: response.data.user }, response.data);
    else handleFailure(response.error);
  };
  return { send, isLoading };
};

/** Submits the email form; the refusal stays until the next submit. */
export const useAccountSubmit = (fields: AccountFields, isNew: boolean, onSignedIn: OnSignedIn) => {
  const { now } = useBrowserEnv();
  const cooldown = useAppSelector(({ authModal }) => authModal.cooldown);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [proofsSpent, setProofsSpent] = useState(0);
  const [busy, setBusy] = useState(false);
  const countSpentProof = (): void => setProofsSpent((count) => count + 1);
  const login = useLogin(onSignedIn, setRefusal, countSpentProof);
  const register = useRegister(onSignedIn, setRefusal, countSpentProof);
  const submit = async (): Promise<void> => {
    setBusy(true);
    await (isNew ? register : login).send(fields);
    setBusy(false);
  };
  const shown = refusal ?? (isNew ? cooldownRefusal(cooldown, now().getTime()) : null);
  return {
    submit,
    refusal: shown,
    proofsSpent,
    clearRefusal: () => setRefusal(null),
    busy: busy || login.isLoading || register.isLoading,
  };
};
