import { useState, type FormEvent, type ReactNode } from 'react';

import { useCountdown } from '../../lib/hooks/use-countdown.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput, TextInput } from '../../ui/forms/text-input.tsx';
import type { AccountFields, FieldErrors } from './account-fields.ts';
import styles from './account-form.module.css';
import { RefusalNotice } from './refusal-notice.tsx';
import type { Refusal } from './refusal.ts';
import { useTranslations } from './texts.ts';

interface AccountFormProps {
  readonly fields: AccountFields;
  readonly onFields: (fields: AccountFields) => void;
  readonly validate: (fields: AccountFields) => FieldErrors;
  readonly onSubmit: () => Promise<void>;
  readonly refusal: Refusal | null;
  readonly busy: boolean;
  readonly action: string;
  /** A new account asks for a name and says what the password must be. */
  readonly isNew: boolean;
  /** Something other than the fields is missing, such as proof of a person. */
  readonly isBlocked?: boolean;
  /** Stands between the fields and the button. */
  readonly children?: ReactNode;
}

/** One's own mistakes are told on sending and then leave field by field as they are put right. */
const useValidation = ({ fields, validate, onSubmit, refusal }: AccountFormProps) => {
  const [wasSubmitted, setSubmitted] = useState(false);
  const [refusedEmail, setRefusedEmail] = useState<string | null>(null);
  const ownErrors: FieldErrors = wasSubmitted ? validate(fields) : {};
  const serverErrors: FieldErrors = refusal && refusedEmail === fields.email ? refusal.fields : {};
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    setRefusedEmail(fields.email);
    if (Object.keys(validate(fields)).length === 0) await onSubmit();
  };
  return { errors: { ...serverErrors, ...ownErrors }, submit };
};

/** Email, password and, for a new account, the name. Nothing typed is ever cleared by a refusal. */
export const AccountForm = (props: AccountFormProps) => {
  const { fields, onFields, refusal, busy, action, isNew, isBlocked = false, children } = props;
  const t = useTranslations();
  const { errors, submit } = useValidation(props);
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      {isNew ? (
        <Field label={t('fullName')} optional>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="name"
              value={fields.name}
              onText={(name) => onFields({ ...fields, name })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('email')} error={errors.email}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoFocus
            data-autofocus
            autoComplete="email"
            inputMode="email"
            dir="ltr"
            value={fields.email}
            onText={(email) => onFields({ ...fields, email })}
          />
        )}
      </Field>
      <Field label={t('password')} error={errors.password} hint={isNew ? t('passwordHint') : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            value={fields.password}
            onText={(password) => onFields({ ...fields, password })}
          />
        )}
      </Field>
      {children}
      <Button type="submit" variant="primary" size="l" wide busy={busy} disabled={busy || isBlocked || secondsLeft > 0}>
        {action}
      </Button>
    </form>
  );
};
