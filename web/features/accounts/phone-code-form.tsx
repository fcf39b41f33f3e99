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
    else setRefusal(refusalOf(answer.error, 'SMS verification failed', page.now().getTime(), 'The code is not right or no longer valid.'));
  };
  return { otp, setOtp: (text: string) => setOtp(digitsOf(text)), refusal, forget: () => setRefusal(null), busy: isLoading, submit };
};

/** Asks for another code, once the server would send one. */
const Again = ({ code, body, onAsked }: Pick<PhoneCodeFormProps, 'code' | 'body'> & { readonly onAsked: () => void }) => {
  const left = useCountdown(Math.max((code.sent?.at ?? 0) + AGAIN_AFTER_MS, code.refusal?.waitUntil ?? 0));
  const ask = (): void => {
    onAsked();
    void code.ask(body);
  };
  return left > 0
    ? <span className={styles['quiet']}>{`New code in ${left} s`}</span>
    : <button type="button" className={styles['link']} disabled={code.busy} onClick={ask}>Send a new code</button>;
};

/** The second step: six digits, and nothing else. */
export const PhoneCodeForm = (props: PhoneCodeFormProps) => {
  const { body, code } = props;
  const dispatch = useAppDispatch();
  const { otp, setOtp, refusal, forget, busy, submit } = useVerify(props);
  const shown = refusal ?? code.refusal;
  const left = useCountdown(shown?.waitUntil ?? null);
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={shown} left={left} />
      <Field label="Code" hint={<>Sent to <bdi dir="ltr">{`${body.countryCode} ${body.phoneNumber}`}</bdi>. It is valid for 10 minutes.</>}>
        {(control) => (
          <TextInput {...control} autoFocus autoComplete="one-time-code" inputMode="numeric" pattern="[0-9]*" dir="ltr" spellCheck={false}
            className={styles['code']} value={otp} onText={setOtp} />
        )}
      </Field>
      {code.sent?.devCode ? <SandboxHint>{`Sandbox: no text message was sent. The code is ${code.sent.devCode}.`}</SandboxHint> : null}
      <Button type="submit" variant="primary" size="l" wide busy={busy} disabled={busy || otp.length !== DIGITS || (refusal !== null && left > 0)}>Submit</Button>
      <div className={styles['beside']}>
        <button type="button" className={styles['link']} onClick={() => dispatch(phoneStepSet(1))}>Change phone number</button>
        <Again code={code} body={body} onAsked={forget} />
      </div>
    </form>
  );
};
