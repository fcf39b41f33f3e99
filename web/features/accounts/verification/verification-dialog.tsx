import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';

import { formatWait } from '../../../lib/format-date.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { resetLinkOpened } from '../../../state/auth-modal-slice.ts';
import { authModalSet } from '../../../state/ui-slice.ts';
import { tokenTyped, verificationDone } from '../../../state/verification-slice.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { SubmitButton } from '../account-form.tsx';
import styles from '../account-form.module.css';
import type { SignedIn } from '../accounts-api.ts';
import { AccountSwitchPrompt } from './account-switch.tsx';
import { RefusalNotice } from '../refusal.tsx';
import { MailHint } from '../sandbox-hint.tsx';
import { useTranslations } from '../texts.ts';
import { useResendVerification, useVerifyEmail } from './use-verification.ts';

const AUTO_CLOSE_MS = 2000;

interface VerificationDialogProps {
  readonly onVerified: (session: SignedIn) => void;
  /** Only a signed-in user can request another mail. */
  readonly onSignIn: () => void;
  readonly onClose: () => void;
}

const VerifiedNotice = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const claimToken = useAppSelector(({ verification }) => verification.claimToken);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (claimToken !== null) return; // the claim link must stay readable
    const timer = setTimeout(() => close(), AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [claimToken]);
  const claim = (token: string): void => {
    onClose();
    dispatch(authModalSet(true));
    dispatch(resetLinkOpened(token));
  };
  return (
    <>
      <Notice tone="positive">{t('verified')}</Notice>
      {claimToken === null ? null : (
        <p className={styles['other']}>
          {t.rich('notYou', {
            link: (inside) => (
              <button type="button" className={styles['link']} onClick={() => claim(claimToken)}>
                {inside}
              </button>
            ),
          })}
        </p>
      )}
    </>
  );
};

const Resend = () => {
  const t = useTranslations();
  const { ask, refusal, busy, until, sent } = useResendVerification();
  const secondsLeft = useCountdown(until);
  return (
    <div className={styles['form']}>
      <RefusalNotice refusal={refusal} secondsLeft={0} />
      <Button size="l" wide busy={busy} disabled={busy || secondsLeft > 0} onClick={ask}>
        {t('resend')}
      </Button>
      {secondsLeft > 0 ? (
        <p className={styles['wait']}>
          {sent && refusal === null ? <span role="status">{t('mailSent')} </span> : null}
          <span>{t('mailWait', { wait: formatWait(secondsLeft * 1000) })}</span>
        </p>
      ) : null}
    </div>
  );
};

const Lead = () => {
  const t = useTranslations();
  const email = useAppSelector(({ session }) => session.user?.email ?? null);
  return (
    <p className={styles['lead']}>
      {email === null
        ? t('followLink')
        : t.rich('mailSentTo', { email, address: (inside) => <bdi className={styles['address']}>{inside}</bdi> })}
    </p>
  );
};

interface PendingVerificationProps {
  readonly verifying: ReturnType<typeof useVerifyEmail>;
  readonly onSignIn: () => void;
}

const TokenForm = ({ verifying }: Pick<PendingVerificationProps, 'verifying'>) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const text = useAppSelector(({ verification }) => verification.tokenText);
  const { attempt, refusal, busy } = verifying;
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !busy) void attempt(text.trim());
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      <TextField
        label={t('token')}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={text}
        onText={(typed) => dispatch(tokenTyped(typed))}
      />
      {text.trim() === '' ? null : <SubmitButton busy={busy}>{t('verifyToken')}</SubmitButton>}
      {busy ? (
        <p role="status" className={styles['wait']}>
          {t('verifying')}
        </p>
      ) : null}
    </form>
  );
};

const PendingVerification = ({ verifying, onSignIn }: PendingVerificationProps) => {
  const t = useTranslations();
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  const mailUrl = useAppSelector(({ verification }) => verification.mailUrl);
  return (
    <>
      <Lead />
      <TokenForm verifying={verifying} />
      {signedIn ? (
        <Resend />
      ) : (
        <Button size="l" wide onClick={onSignIn}>
          {t('signInForMail')}
        </Button>
      )}
      <MailHint mailUrl={mailUrl} linkText={t('openVerification')} />
    </>
  );
};

const Unverified = (props: PendingVerificationProps) =>
  props.verifying.change ? <AccountSwitchPrompt {...props.verifying.change} /> : <PendingVerification {...props} />;

/** An address verified in another tab is verified here too. */
const useVerifiedElsewhere = (): void => {
  const dispatch = useAppDispatch();
  const isVerified = useAppSelector(({ session }) => session.user?.emailVerified === true);
  const [wasVerified] = useState(isVerified); // then the link is of another account
  const isVerifiedElsewhere = useAppSelector(
    ({ verification }) => isVerified && !wasVerified && !verification.verified && verification.linkToken === null,
  );
  useEffect(() => {
    if (isVerifiedElsewhere) dispatch(verificationDone());
  }, [dispatch, isVerifiedElsewhere]);
};

/** Verifies the email address by the mailed link or its token, and sends the mail again. */
export const VerificationDialog = ({ onVerified, onSignIn, onClose }: VerificationDialogProps) => {
  const t = useTranslations();
  const verified = useAppSelector(({ verification }) => verification.verified);
  const verifying = useVerifyEmail(onVerified);
  useVerifiedElsewhere();
  return (
    <Dialog title={t('verifyTitle')} size="s" onClose={onClose}>
      {verified ? <VerifiedNotice onClose={onClose} /> : <Unverified verifying={verifying} onSignIn={onSignIn} />}
    </Dialog>
  );
};
