import { useEffect, useEffectEvent, useState } from 'react';

import { isApiFailure } from '../../lib/api-error.ts';
import { usePage } from '../../lib/page.ts';
import { linkTaken, mailLocked, mailSent, verificationDone } from '../../state/verification-slice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/store.ts';
import type { SignedIn } from './accounts-api.ts';
import { identityApi } from './identity-api.ts';
import { refusalOf, type Refusal } from './refusal.ts';
import { say } from './texts.ts';
import { useOtherAccount } from './other-account.tsx';

/** After a mail no other for a minute; after too many, none for five (D-11). */
const COOLDOWN_MS = 60_000;
const LOCKOUT_MS = 300_000;

/** Tries a typed token, and by itself, once, that of the link which opened the page. */
export const useVerify = (onVerified: (session: SignedIn) => void) => {
  const store = useAppStore();
  const { now } = usePage();
  const linkToken = useAppSelector(({ verification }) => verification.linkToken);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [verify, verifying] = identityApi.useVerifyEmailMutation();
  const other = useOtherAccount('verify-email');
  const refuse = (error: unknown): void => setRefusal(refusalOf(error, say('tokenInvalid'), now().getTime()));
  const redeem = async (token: string): Promise<void> => {
    const answer = await verify({ token });
    if (!answer.data) return refuse(answer.error);
    const { resetToken, ...session } = answer.data;
    const isMine = store.getState().session.user?.uid === session.user.uid;
    onVerified(session);
    store.dispatch(verificationDone(isMine ? null : resetToken));
  };
  const attempt = async (token: string): Promise<void> => {
    setRefusal(null);
    const found = await other.look(token);
    if (found === 'same') await redeem(token);
    else if (found !== 'other') refuse(found.error);
  };
  const change = other.asked && {
    ...other.asked,
    onSwitch: () => {
      other.forget();
      void redeem(other.asked?.token ?? '');
    },
    onStay: other.forget,
  };
  const attemptLink = useEffectEvent(() => {
    const token = store.getState().verification.linkToken;
    if (token === null) return;
    store.dispatch(linkTaken());
    void attempt(token);
  });
  useEffect(() => {
    attemptLink();
  }, [linkToken]);
  return { attempt, refusal, change, busy: verifying.isLoading || other.busy };
};

/** Asks for the mail again. The waiting times lie in the store, so closing the dialog shortens none. */
export const useResend = () => {
  const dispatch = useAppDispatch();
  const { now } = usePage();
  const { cooldownUntil, lockoutUntil } = useAppSelector(({ verification }) => verification);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [resend, { isLoading }] = identityApi.useResendVerificationMutation();
  const ask = async (): Promise<void> => {
    const answer = await resend();
    const at = now().getTime();
    setRefusal(
      answer.data ? null : { ...refusalOf(answer.error, say('mailFailed'), at), waitUntil: null, reason: null },
    );
    if (answer.data) dispatch(mailSent({ until: at + COOLDOWN_MS, mailUrl: answer.data.verificationUrl ?? null }));
    else if (isApiFailure(answer.error) && answer.error.status === 429) dispatch(mailLocked(at + LOCKOUT_MS));
  };
  return {
    ask: () => void ask(),
    refusal,
    busy: isLoading,
    until: Math.max(cooldownUntil, lockoutUntil),
    sent: cooldownUntil > 0,
  };
};
