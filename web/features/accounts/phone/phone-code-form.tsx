import { useState, type FormEvent } from 'react';

import { MAX_CODE_GUESSES } from '../../../../src/shared/sign-in-code.ts';
import { isApiFailure } from '../../../lib/api-error.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { formatWait } from '../../../lib/format-date.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { phoneStepSet } from '../../../state/auth-modal-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { SubmitButton } from '../account-form.tsx';
import styles from '../account-form.module.css';
import type { SignedIn } from '../accounts-api.ts';
import { identityApi } from '../identity-api.ts';
import { useInvitation, useRegistrationInput } from '../registration/use-invitation.ts';
import { toRefusal, type Refusal, RefusalNotice } from '../refusal.tsx';
import { SandboxHint } from '../sandbox-hint.tsx';
import { t, useTranslations } from '../texts.ts';

const CODE_LENGTH = 6;
/** The server sends one code a minute to a number. */
const RESEND_COOLDOWN_MS = 60_000;

/** At most six digits of a text that was typed or pasted. */
export const extractDigits = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_LENGTH);

/** A number with + needs no country beside it. */
interface PhoneBody {
  readonly phoneNumber: string;
  readonly countryCode?: string;
}

/** Requests an SMS code. `devCode` is set by a sandbox only. */
export const useSmsCode = () => {
  const page = useBrowserEnv();
  const [send, { isLoading }] = identityApi.useSendSmsMutation();
  const { token } = useInvitation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sent, setSent] = useState<{ readonly at: number; readonly devCode: string | null } | null>(null);
  const ask = async (body: PhoneBody): Promise<boolean> => {
    const response = await send({ ...body, ...(token === null ? {} : { invitation: token }) });
    const now = page.now().getTime();
    setRefusal(response.data ? null : toRefusal(response.error, t('smsFailed'), now));
    if (response.data) setSent({ at: now, devCode: response.data.devCode ?? null });
    return response.data !== undefined;
  };
  return { ask, refusal, sent, busy: isLoading };
};

interface PhoneCodeFormProps {
  readonly body: PhoneBody;
  readonly code: ReturnType<typeof useSmsCode>;
  readonly onSignedIn: (session: SignedIn) => void;
}

/** How many of the guesses at a code a refusal stands for: the server's limit means all of them. */
const countGuesses = (error: unknown): number => {
  if (!isApiFailure(error)) return 0;
  if (error.status === 429) return 'retryAfterMs' in error.data ? 0 : MAX_CODE_GUESSES;
  return error.status === 401 ? 1 : 0;
};

const useVerifyCode = ({ body, onSignedIn }: PhoneCodeFormProps) => {
  const page = useBrowserEnv();
  const [otp, setOtp] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [wrongGuesses, setWrongGuesses] = useState(0);
  const [verify, { isLoading }] = identityApi.useVerifySmsMutation();
  const registrationInput = useRegistrationInput();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (otp.length !== CODE_LENGTH) return;
    const response = await verify({ ...body, otp, ...registrationInput() });
    if (response.data) return onSignedIn(response.data);
    const guesses = wrongGuesses + countGuesses(response.error);
    setWrongGuesses(guesses);
    const refused = toRefusal(response.error, t('codeFailed'), page.now().getTime(), t('codeWrong'));
    setRefusal(guesses < MAX_CODE_GUESSES ? refused : { ...refused, detail: t('codeSpent') });
  };
  return {
    otp,
    setOtp: (text: string) => setOtp(extractDigits(text)),
    refusal,
    isSpent: wrongGuesses >= MAX_CODE_GUESSES,
    clearRefusal: () => setRefusal(null),
    allowGuesses: () => setWrongGuesses(0),
    busy: isLoading,
    submit,
  };
};

const ResendCode = ({
  code,
  body,
  onAsked,
  onSent,
}: Pick<PhoneCodeFormProps, 'code' | 'body'> & { readonly onAsked: () => void; readonly onSent: () => void }) => {
  const t = useTranslations();
  const secondsLeft = useCountdown(Math.max((code.sent?.at ?? 0) + RESEND_COOLDOWN_MS, code.refusal?.waitUntil ?? 0));
  const ask = async (): Promise<void> => {
    onAsked();
    if (await code.ask(body)) onSent();
  };
  return secondsLeft > 0 ? (
    <span className={styles['quiet']}>{t('codeIn', { wait: formatWait(secondsLeft * 1000) })}</span>
  ) : (
    <button type="button" className={styles['link']} disabled={code.busy} onClick={() => void ask()}>
      {t('codeAgain')}
    </button>
  );
};

/** Not for the number of an account, which stands. */
const ChangeNumber = ({ body }: Pick<PhoneCodeFormProps, 'body'>) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  if (body.countryCode === undefined) return null;
  return (
    <button type="button" className={styles['link']} onClick={() => dispatch(phoneStepSet(1))}>
      {t('changeNumber')}
    </button>
  );
};

/** The second step: the code. */
export const PhoneCodeForm = (props: PhoneCodeFormProps) => {
  const t = useTranslations();
  const { body, code } = props;
  const number = [body.countryCode, body.phoneNumber].filter(Boolean).join(' ');
  const { otp, setOtp, refusal, isSpent, clearRefusal, allowGuesses, busy, submit } = useVerifyCode(props);
  const shown = refusal ?? code.refusal;
  const secondsLeft = useCountdown(shown?.waitUntil ?? null);
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={shown} secondsLeft={secondsLeft} />
      <TextField
        label={t('code')}
        hint={t.rich('codeSent', { number, phone: (inside) => <bdi dir="ltr">{inside}</bdi> })}
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9]*"
        dir="ltr"
        spellCheck={false}
        className={styles['code']}
        value={otp}
        onText={setOtp}
      />
      {code.sent?.devCode ? <SandboxHint>{t('sandboxCode', { code: code.sent.devCode })}</SandboxHint> : null}
      <SubmitButton
        busy={busy}
        disabled={busy || isSpent || otp.length !== CODE_LENGTH || (refusal !== null && secondsLeft > 0)}
      >
        {t('submit')}
      </SubmitButton>
      <div className={styles['beside']}>
        <ChangeNumber body={body} />
        <ResendCode code={code} body={body} onAsked={clearRefusal} onSent={allowGuesses} />
      </div>
    </form>
  );
};
