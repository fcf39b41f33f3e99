import { useState, type FormEvent } from 'react';

import { usePage } from '../../lib/page.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { phoneStepSet } from '../../state/auth-modal-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './account-form.module.css';
import type { SignedIn } from './accounts-api.ts';
import { identityApi } from './identity-api.ts';
import { refusalOf, type Refusal } from './refusal.ts';
import { RefusalNotice } from './refusal-notice.tsx';
import { SandboxHint } from './sandbox-hint.tsx';
import { say, useTexts } from './texts.ts';
import type { useCode } from './use-code.ts';

const DIGITS = 6;
/** The server sends one code a minute to a number. */
const AGAIN_AFTER_MS = 60_000;

/** The digits of what was typed or pasted, six at most: codes are often copied with spaces or words around them. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, DIGITS);

interface PhoneCodeFormProps {
  readonly body: { readonly phoneNumber: string; readonly countryCode: string };
  readonly code: ReturnType<typeof useCode>;
  readonly onSignedIn: (session: SignedIn) => void;
}

const useVerify = ({ body, onSignedIn }: PhoneCodeFormProps) => {
  const page = usePage();
  const [otp, setOtp] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [verify, { isLoading }] = identityApi.useVerifySmsMutation();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (otp.length !== DIGITS) return;
    const answer = await verify({ ...body, otp });
    if (answer.data) onSignedIn(answer.data);
    else setRefusal(refusalOf(answer.error, say('codeFailed'), page.now().getTime(), say('codeWrong')));
  };
  return {
    otp,
    setOtp: (text: string) => setOtp(digitsOf(text)),
    refusal,
    forget: () => setRefusal(null),
    busy: isLoading,
    submit,
  };
};

/** Asks for another code, once the server would send one. */
const Again = ({
  code,
  body,
  onAsked,
}: Pick<PhoneCodeFormProps, 'code' | 'body'> & { readonly onAsked: () => void }) => {
  const t = useTexts();
  const left = useCountdown(Math.max((code.sent?.at ?? 0) + AGAIN_AFTER_MS, code.refusal?.waitUntil ?? 0));
  const ask = (): void => {
    onAsked();
    void code.ask(body);
  };
  return left > 0 ? (
    <span className={styles['quiet']}>{t('codeIn', { left })}</span>
  ) : (
    <button type="button" className={styles['link']} disabled={code.busy} onClick={ask}>
      {t('codeAgain')}
    </button>
  );
};

/** The second step: six digits, and nothing else. */
export const PhoneCodeForm = (props: PhoneCodeFormProps) => {
  const t = useTexts();
  const { body, code } = props;
  const number = `${body.countryCode} ${body.phoneNumber}`;
  const dispatch = useAppDispatch();
  const { otp, setOtp, refusal, forget, busy, submit } = useVerify(props);
  const shown = refusal ?? code.refusal;
  const left = useCountdown(shown?.waitUntil ?? null);
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={shown} left={left} />
      <Field label={t('code')} hint={t.rich('codeSent', { number, phone: (inside) => <bdi dir="ltr">{inside}</bdi> })}>
        {(control) => (
          <TextInput
            {...control}
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
        )}
      </Field>
      {code.sent?.devCode ? <SandboxHint>{t('sandboxCode', { code: code.sent.devCode })}</SandboxHint> : null}
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={busy}
        disabled={busy || otp.length !== DIGITS || (refusal !== null && left > 0)}
      >
        {t('submit')}
      </Button>
      <div className={styles['beside']}>
        <button type="button" className={styles['link']} onClick={() => dispatch(phoneStepSet(1))}>
          {t('changeNumber')}
        </button>
        <Again code={code} body={body} onAsked={forget} />
      </div>
    </form>
  );
};
