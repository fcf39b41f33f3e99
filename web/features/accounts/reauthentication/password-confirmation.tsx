import { useState, type FormEvent } from 'react';

import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { PasswordField } from '../../../ui/forms/text-input.tsx';
import { SubmitButton } from '../account-form.tsx';
import styles from '../account-form.module.css';
import { RefusalNotice } from '../refusal.tsx';
import { useTranslations } from '../texts.ts';
import { useConfirmation } from './use-confirmation.ts';

interface PasswordConfirmationProps {
  /** For password managers. */
  readonly email: string | null;
  readonly onConfirmed: () => void;
}

export const PasswordConfirmation = ({ email, onConfirmed }: PasswordConfirmationProps) => {
  const t = useTranslations();
  const [password, setPassword] = useState('');
  const { confirm, refusal, clear, busy } = useConfirmation(onConfirmed);
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') void confirm({ password });
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      <input hidden readOnly type="text" autoComplete="username" value={email ?? ''} />
      <PasswordField
        label={t('password')}
        data-autofocus
        autoComplete="current-password"
        maxLength={128}
        value={password}
        onText={(text) => {
          setPassword(text);
          if (secondsLeft === 0) clear();
        }}
      />
      <SubmitButton busy={busy} disabled={busy || password === '' || secondsLeft > 0}>
        {t('confirm')}
      </SubmitButton>
    </form>
  );
};
