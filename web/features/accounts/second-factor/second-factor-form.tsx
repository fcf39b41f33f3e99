import { useState, type FormEvent, type ReactNode } from 'react';

import type { completeSignIn } from '../../../../src/contract/second-factor.ts';
import type { Body } from '../../../../src/contract/route.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { SubmitButton } from '../account-form.tsx';
import styles from '../account-form.module.css';
import { RefusalNotice, type Refusal } from '../refusal.tsx';
import { CodeField } from './code-field.tsx';
import { toCodeRefusal } from './code-refusal.ts';
import { useTranslations } from './texts.ts';

type Proof = Body<typeof completeSignIn>['proof'];
type Method = 'totp' | 'recovery-code';

interface SecondFactorFormProps {
  readonly offersApp: boolean;
  readonly offersRecovery: boolean;
  /** Answers the error of a refused proof; nothing for an accepted one. */
  readonly send: (proof: Proof) => Promise<unknown>;
  readonly busy: boolean;
  readonly isBlocked?: boolean;
  /** Beside the change of the way. */
  readonly children?: ReactNode;
}

/** A refusal goes when another way is chosen; after a wrong code of the app its field is empty and has the focus. */
const useProof = ({ offersApp, send }: SecondFactorFormProps) => {
  const { now } = useBrowserEnv();
  const [method, setMethod] = useState<Method>(offersApp ? 'totp' : 'recovery-code');
  const [text, setText] = useState('');
  const [failures, setFailures] = useState(0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const code = text.trim();
    const error = await send(method === 'totp' ? { code } : { recoveryCode: code });
    if (error === undefined) return;
    setRefusal(toCodeRefusal(error, now().getTime()));
    setFailures((count) => count + 1);
    if (method === 'totp') setText('');
  };
  const choose = (next: Method): void => {
    setMethod(next);
    setText('');
    setRefusal(null);
  };
  return { method, choose, text, setText, failures, refusal, submit };
};

const RecoveryField = ({ value, onText }: { readonly value: string; readonly onText: (text: string) => void }) => {
  const t = useTranslations();
  return (
    <TextField
      label={t('recoveryCode')}
      hint={t('recoveryHint')}
      autoFocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={40}
      value={value}
      onText={onText}
    />
  );
};

const OtherWay = ({ method, onChoose }: { readonly method: Method; readonly onChoose: (method: Method) => void }) => {
  const t = useTranslations();
  const other = method === 'totp' ? 'recovery-code' : 'totp';
  return (
    <button type="button" className={styles['link']} onClick={() => onChoose(other)}>
      {t(other === 'totp' ? 'useApp' : 'useRecovery')}
    </button>
  );
};

/** Asks for a code of the app, or for a recovery code in its place. */
export const SecondFactorForm = (props: SecondFactorFormProps) => {
  const { offersApp, offersRecovery, busy, isBlocked, children } = props;
  const t = useTranslations();
  const { method, choose, text, setText, failures, refusal, submit } = useProof(props);
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  const isApp = method === 'totp';
  const isComplete = isApp ? text.length === 6 : text.trim() !== '';
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      {isApp ? (
        <CodeField key={failures} label={t('appCode')} hint={t('appCodeHint')} value={text} onText={setText} />
      ) : (
        <RecoveryField value={text} onText={setText} />
      )}
      <SubmitButton busy={busy} disabled={busy || isBlocked === true || !isComplete || secondsLeft > 0}>
        {t('continue')}
      </SubmitButton>
      <div className={styles['beside']}>
        {children}
        {offersApp && offersRecovery ? <OtherWay method={method} onChoose={choose} /> : null}
      </div>
    </form>
  );
};
