import { useState, type ComponentProps, type FormEvent, type ReactNode } from 'react';

import { useCountdown } from '../../lib/hooks/use-countdown.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/forms/text-input.tsx';
import type { AccountFields, FieldErrors } from './account-fields.ts';
import styles from './account-form.module.css';
import { RefusalNotice } from './refusal.tsx';
import type { Refusal } from './refusal.tsx';
import { useTranslations } from './texts.ts';

interface AccountFormProps {
  readonly fields: AccountFields;
  readonly onFields: (fields: AccountFields) => void;
  readonly validate: (fields: AccountFields) => FieldErrors;
  readonly onSubmit: () => Promise<void>;
  readonly refusal: Refusal | null;
  readonly busy: boolean;
  readonly action: string;
  readonly isNew: boolean;
  /** The account can have no other address. */
  readonly hasFixedEmail?: boolean;
  /** Its first field takes the focus when the form appears, unless this is false. */
  readonly takesFocus?: boolean;
  /** Something other than the fields is missing, such as the captcha. */
  readonly isBlocked?: boolean;
  /** Between the fields and the button. */
  readonly children?: ReactNode;
}

export const EmailField = (props: ComponentProps<typeof TextField>) => (
  <TextField autoFocus {...props} type="email" autoComplete="email" inputMode="email" dir="ltr" />
);

export const SubmitButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props} type="submit" variant="primary" size="l" wide />
);

/** Shows the page's own errors after the first submit, and removes each as it is corrected. */
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

/** Email, password and, for a new account, the name. A refusal clears nothing. */
export const AccountForm = (props: AccountFormProps) => {
  const { fields, onFields, refusal, busy, action, isNew, children } = props;
  const { hasFixedEmail, takesFocus, isBlocked } = props;
  const t = useTranslations();
  const { errors, submit } = useValidation(props);
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      {isNew ? (
        <TextField
          label={t('fullName')}
          optional
          autoComplete="name"
          value={fields.name}
          onText={(name) => onFields({ ...fields, name })}
        />
      ) : null}
      <EmailField
        label={t('email')}
        error={errors.email}
        autoFocus={takesFocus}
        data-autofocus
        readOnly={hasFixedEmail}
        value={fields.email}
        onText={(email) => onFields({ ...fields, email })}
      />
      <PasswordField
        label={t('password')}
        error={errors.password}
        hint={isNew ? t('passwordHint') : undefined}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={fields.password}
        onText={(password) => onFields({ ...fields, password })}
      />
      {children}
      <SubmitButton busy={busy} disabled={busy || isBlocked === true || secondsLeft > 0}>
        {action}
      </SubmitButton>
    </form>
  );
};
