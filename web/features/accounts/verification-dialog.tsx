import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';

import { useCountdown } from '../../lib/use-countdown.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { resetLinkOpened } from '../../state/auth-modal-slice.ts';
import { authModalSet } from '../../state/ui-slice.ts';
import { tokenTyped, verificationDone } from '../../state/verification-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './account-form.module.css';
import type { SignedIn } from './accounts-api.ts';
import { OtherAccount } from './other-account.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { MailHint } from './sandbox-hint.tsx';
import { useTexts } from './texts.ts';
import { useResend, useVerify } from './use-verification.ts';

/** How long success is shown before the dialog goes by itself, in milliseconds. */
const FAREWELL_MS = 2000;

interface VerificationDialogProps {
  readonly onVerified: (session: SignedIn) => void;
  /** Nobody is signed in here, so nobody can be sent another mail. */
  readonly onSignIn: () => void;
  readonly onClose: () => void;
}

const Done = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const claimToken = useAppSelector(({ verification }) => verification.claimToken);
  const closed = useEffectEvent(onClose);
  useEffect(() => {
    if (claimToken !== null) return; // a question is never taken away from who reads it
    const timer = setTimeout(() => closed(), FAREWELL_MS);
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
  const t = useTexts();
  const { ask, refusal, busy, until, sent } = useResend();
  const left = useCountdown(until);
  return (
    <div className={styles['form']}>
      <RefusalNotice refusal={refusal} left={0} />
      <Button size="l" wide busy={busy} disabled={busy || left > 0} onClick={ask}>
        {t('resend')}
      </Button>
      {left > 0 ? (
        <p className={styles['wait']}>
          {sent && refusal === null ? <span role="status">{t('mailSent')} </span> : null}
          <span>{t('mailWait', { left })}</span>
        </p>
      ) : null}
    </div>
  );
};

const Lead = () => {
  const t = useTexts();
  const email = useAppSelector(({ session }) => session.user?.email ?? null);
  return (
    <p className={styles['lead']}>
      {email === null
        ? t('followLink')
        : t.rich('mailSentTo', { email, address: (inside) => <bdi className={styles['address']}>{inside}</bdi> })}
    </p>
  );
};

interface OpenProps {
  readonly verifying: ReturnType<typeof useVerify>;
  readonly onSignIn: () => void;
}

const TokenForm = ({ verifying }: Pick<OpenProps, 'verifying'>) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const text = useAppSelector(({ verification }) => verification.tokenText);
  const { attempt, refusal, busy } = verifying;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !busy) void attempt(text.trim());
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <RefusalNotice refusal={refusal} left={0} />
      <Field label={t('token')}>
        {(control) => (
          <TextInput
            {...control}
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            value={text}
            onText={(typed) => dispatch(tokenTyped(typed))}
          />
        )}
      </Field>
      {text.trim() === '' ? null : (
        <Button type="submit" variant="primary" size="l" wide busy={busy}>
          {t('verifyToken')}
        </Button>
      )}
      {busy ? (
        <p role="status" className={styles['wait']}>
          {t('verifying')}
        </p>
      ) : null}
    </form>
  );
};

const Open = ({ verifying, onSignIn }: OpenProps) => {
  const t = useTexts();
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

const Unverified = (props: OpenProps) =>
  props.verifying.change ? <OtherAccount {...props.verifying.change} /> : <Open {...props} />;

/** An address verified in another tab is verified here too. */
const useVerifiedElsewhere = (): void => {
  const dispatch = useAppDispatch();
  const isVerified = useAppSelector(({ session }) => session.user?.emailVerified === true);
  const [wasVerified] = useState(isVerified); // then the dialog is about another account's link
  const elsewhere = useAppSelector(
    ({ verification }) => isVerified && !wasVerified && !verification.verified && verification.linkToken === null,
  );
  useEffect(() => {
    if (elsewhere) dispatch(verificationDone());
  }, [dispatch, elsewhere]);
};

/** Proving that an address is one's own: by the mail's link, by its token, or by asking for the mail again. */
export const VerificationDialog = ({ onVerified, onSignIn, onClose }: VerificationDialogProps) => {
  const t = useTexts();
  const verified = useAppSelector(({ verification }) => verification.verified);
  const verifying = useVerify(onVerified);
  useVerifiedElsewhere();
  return (
    <Dialog title={t('verifyTitle')} size="s" onClose={onClose}>
      {verified ? <Done onClose={onClose} /> : <Unverified verifying={verifying} onSignIn={onSignIn} />}
    </Dialog>
  );
};
