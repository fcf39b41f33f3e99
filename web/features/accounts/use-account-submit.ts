import { useState } from 'react';

import { isApiFailure } from '../../lib/api-error.ts';
import { usePage } from '../../lib/page.ts';
import { captchaAsked, cooldownSet, type Cooldown } from '../../state/auth-modal-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { accountBody, type AccountFields } from './account-fields.ts';
import { accountsApi, type SignedIn } from './accounts-api.ts';
import { refuseCommon } from './common-password.ts';
import { isDisposable } from './disposable.ts';
import { disposableRefusal, NO_REFUSAL, refusalOf, type Refusal } from './refusal.ts';
import { say } from './texts.ts';

/** What registering adds to a session. */
export interface NewAccount {
  readonly requiresEmailVerification: boolean;
  readonly verificationUrl?: string | undefined;
}

export type OnSignedIn = (session: SignedIn, created?: NewAccount) => void;

const COOLDOWN = 'REGISTRATION_COOLDOWN';

/** A pause that began before the dialog was closed or the form changed. */
const pauseRefusal = (cooldown: Cooldown | null, now: number): Refusal | null =>
  cooldown && cooldown.until > now
    ? { ...NO_REFUSAL, text: say('registrationFailed'), waitUntil: cooldown.until, reason: cooldown.reason }
    : null;

const useLogin = (onSignedIn: OnSignedIn, onRefused: (refusal: Refusal) => void, onProofSpent: () => void) => {
  const { now } = usePage();
  const dispatch = useAppDispatch();
  const captchaToken = useAppSelector(({ authModal }) => authModal.captchaToken);
  const [login, { isLoading }] = accountsApi.useLoginMutation();
  const send = async (fields: AccountFields): Promise<void> => {
    const { email, password } = accountBody(fields);
    const answer = await login({ email, password, ...(captchaToken === null ? {} : { captchaToken }) });
    if (answer.data) {
      onSignedIn(answer.data);
      return;
    }
    // Only while many guess at this account or from this network; a proof counts once, whatever came of it.
    if (captchaToken !== null || (isApiFailure(answer.error) && answer.error.code === 'CAPTCHA_REQUIRED')) {
      dispatch(captchaAsked());
      onProofSpent();
    }
    onRefused(refusalOf(answer.error, say('loginFailed'), now().getTime(), say('loginWrong')));
  };
  return { send, isLoading };
};

const useRegister = (onSignedIn: OnSignedIn, onRefused: (refusal: Refusal) => void, onProofSpent: () => void) => {
  const { now } = usePage();
  const dispatch = useAppDispatch();
  const { captchaToken, captchaRequired } = useAppSelector((state) => state.authModal);
  const [register, { isLoading }] = accountsApi.useRegisterMutation();
  const refused = (error: unknown): void => {
    const refusal = refusalOf(error, say('registrationFailed'), now().getTime());
    const code = isApiFailure(error) ? error.code : null;
    // A proof counts once, whatever came of it.
    if (code === 'CAPTCHA_REQUIRED' || captchaToken !== null || captchaRequired) {
      dispatch(captchaAsked());
      onProofSpent();
    }
    if (code === COOLDOWN && refusal.waitUntil !== null) {
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
    const { email, password, name } = accountBody(fields);
    const refusal = (await isDisposable(email)) ? disposableRefusal() : await refuseCommon(password);
    if (refusal) {
      onRefused(refusal);
      return;
    }
    const answer = await register({ email, password, name, ...(captchaToken === null ? {} : { captchaToken }) });
    if (answer.data) onSignedIn({ token: answer.data.token, user: answer.data.user }, answer.data);
    else refused(answer.error);
  };
  return { send, isLoading };
};

/** Sends the email form, and keeps why it was refused until the next try. */
export const useAccountSubmit = (fields: AccountFields, isNew: boolean, onSignedIn: OnSignedIn) => {
  const { now } = usePage();
  const cooldown = useAppSelector(({ authModal }) => authModal.cooldown);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [proofsSpent, setProofsSpent] = useState(0);
  const [busy, setBusy] = useState(false);
  const spent = (): void => setProofsSpent((count) => count + 1);
  const login = useLogin(onSignedIn, setRefusal, spent);
  const register = useRegister(onSignedIn, setRefusal, spent);
  const submit = async (): Promise<void> => {
    setBusy(true);
    await (isNew ? register : login).send(fields);
    setBusy(false);
  };
  const shown = refusal ?? (isNew ? pauseRefusal(cooldown, now().getTime()) : null);
  return {
    submit,
    refusal: shown,
    proofsSpent,
    forget: () => setRefusal(null),
    busy: busy || login.isLoading || register.isLoading,
  };
};
