import { useState, type FormEvent } from 'react';

import { isApiFailure } from '../../../lib/api-error.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { PasswordField } from '../../../ui/forms/text-input.tsx';
import { FormActions, SettingForm } from '../../../ui/forms/setting-form.tsx';
import { validateNewPassword } from '../account-fields.ts';
import { RefusalNotice, toRefusal, type Refusal } from '../refusal.tsx';
import { rejectCommonPassword } from '../sign-in/reject-common-password.ts';
import { t, useTranslations } from '../texts.ts';
import { ownAccountApi } from './own-account-api.ts';

interface PasswordFormProps {
  /** For password managers. */
  readonly email: string | null;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const isWrongPassword = (error: unknown): boolean =>
  isApiFailure(error) && error.status === 403 && error.data['field'] === 'currentPassword';

const validate = (current: string, password: string) => ({
  current: current === '' ? t('passwordNeeded') : undefined,
  password: validateNewPassword(password),
});

/** The page's own errors show after the first submit; a refusal clears nothing and goes when something is typed. */
const usePasswordChange = (onDone: () => void) => {
  const { now } = useBrowserEnv();
  const [fields, setFields] = useState({ current: '', password: '', endOtherSessions: true });
  const [wasSubmitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isWrong, setWrong] = useState(false);
  const [change, { isLoading: busy }] = ownAccountApi.useChangePasswordMutation();
  const own = validate(fields.current, fields.password);
  const send = async (): Promise<void> => {
    const { current, password, endOtherSessions } = fields;
    const response = await change({ currentPassword: current, password, endOtherSessions });
    if (response.data) onDone();
    else if (isWrongPassword(response.error)) setWrong(true);
    else setRefusal(toRefusal(response.error, t('passwordChangeFailed'), now().getTime()));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (own.current ?? own.password) return;
    const common = await rejectCommonPassword(fields.password);
    setRefusal(common);
    if (common === null) await send();
  };
  const type = (more: Partial<typeof fields>): void => {
    setFields({ ...fields, ...more });
    if ('current' in more) setWrong(false);
    if ('password' in more) setRefusal(null);
  };
  const errors = {
    current: isWrong ? t('currentPasswordWrong') : wasSubmitted ? own.current : undefined,
    password: wasSubmitted ? (own.password ?? refusal?.fields.password) : undefined,
  };
  return { fields, type, submit, refusal, errors, busy };
};

/** The present password proves the person; the new one has the rules of signing up. */
export const PasswordForm = ({ email, onDone, onCancel }: PasswordFormProps) => {
  const t = useTranslations();
  const { fields, type, submit, refusal, errors, busy } = usePasswordChange(onDone);
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  return (
    <SettingForm onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      <input hidden readOnly type="text" autoComplete="username" value={email ?? ''} />
      <PasswordField
        autoFocus
        label={t('currentPassword')}
        error={errors.current}
        autoComplete="current-password"
        value={fields.current}
        onText={(current) => type({ current })}
      />
      <PasswordField
        label={t('newPassword')}
        error={errors.password}
        hint={t('passwordHint')}
        autoComplete="new-password"
        value={fields.password}
        onText={(password) => type({ password })}
      />
      <Checkbox checked={fields.endOtherSessions} onChange={(endOtherSessions) => type({ endOtherSessions })}>
        {t('endOtherSessions')}
      </Checkbox>
      <FormActions>
        <Button size="s" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="s" variant="primary" busy={busy} disabled={busy || secondsLeft > 0}>
          {t('changePassword')}
        </Button>
      </FormActions>
    </SettingForm>
  );
};
