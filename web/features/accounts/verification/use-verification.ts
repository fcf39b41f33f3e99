import { useEffect, useEffectEvent, useState } from 'react';

import { getRetryDelay, isApiFailure } from '../../../lib/api-error.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { linkTokenConsumed, mailLocked, mailSent, verificationDone } from '../../../state/verification-slice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../../../state/store.ts';
import type { SignedIn } from '../accounts-api.ts';
import { identityApi } from '../identity-api.ts';
import { toRefusal, type Refusal } from '../refusal.tsx';
import { t } from '../texts.ts';
import { useAccountSwitchCheck } from './account-switch.tsx';

/** Resend cooldown: one minute after a mail, at least five after a 429 (docs/adr/0039). */
const COOLDOWN_MS = 60_000;
const LOCKOUT_MS = 300_000;

/** Tries a typed token, and by itself, once, that of the link which opened the page. */
export const useVerifyEmail = (onVerified: (session: SignedIn) => void) => {
  const store = useAppStore();
  const { now } = useBrowserEnv();
  const linkToken = useAppSelector(({ verification }) => verification.linkToken);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [verify, verifying] = identityApi.useVerifyEmailMutation();
  const switchCheck = useAccountSwitchCheck('verify-email');
  const showRefusal = (error: unknown): void => setRefusal(toRefusal(error, t('tokenInvalid'), now().getTime()));
  const redeem = async (token: string): Promise<void> => {
    const response = await verify({ token });
    if (!response.data) return showRefusal(response.error);
    const { resetToken, ...session } = response.data;
    const isMine = store.getState().session.user?.uid === session.user.uid;
    onVerified(session);
    store.dispatch(verificationDone(isMine ? null : resetToken));
  };
  const attempt = async (token: string): Promise<void> => {
    setRefusal(null);
    const found = await switchCheck.look(token);
    if (found === 'same') await redeem(token);
    else if (found !== 'other') showRefusal(found.error);
  };
  const accountSwitch = switchCheck.asked && {
    ...switchCheck.asked,
    onSwitch: () => {
      switchCheck.reset();
      void redeem(switchCheck.asked?.token ?? '');
    },
    onStay: switchCheck.reset,
  };
  const attemptLink = useEffectEvent(() => {
    const token = store.getState().verification.linkToken;
    if (token === null) return;
    store.dispatch(linkTokenConsumed());
    void attempt(token);
  });
  useEffect(() => {
    attemptLink();
  }, [linkToken]);
  return { attempt, refusal, change: accountSwitch, busy: verifying.isLoading || switchCheck.busy };
};

/** Requests the mail again. The cooldowns are in the store, so closing the dialog does not reset them. */
export const useResendVerification = () => {
  const dispatch = useAppDispatch();
  const { now } = useBrowserEnv();
  const { cooldownUntil, lockoutUntil } = useAppSelector(({ verification }) => verification);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [resend, { isLoading }] = identityApi.useResendVerificationMutation();
  const ask = async (): Promise<void> => {
    const response = await resend();
    const at = now().getTime();
    setRefusal(
      response.data ? null : { ...toRefusal(response.error, t('mailFailed'), at), waitUntil: null, reason: null },
    );
    if (response.data) dispatch(mailSent({ until: at + COOLDOWN_MS, mailUrl: response.data.verificationUrl ?? null }));
    else if (isApiFailure(response.error) && response.error.status === 429)
      dispatch(mailLocked(at + Math.max(LOCKOUT_MS, getRetryDelay(response.error) ?? 0)));
  };
  return {
    ask: () => void ask(),
    refusal,
    busy: isLoading,
    until: Math.max(cooldownUntil, lockoutUntil),
    sent: cooldownUntil > 0,
  };
};
