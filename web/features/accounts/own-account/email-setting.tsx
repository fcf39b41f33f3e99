import { useState, type FormEvent } from 'react';

import type { User } from '../../../../src/contract/common.ts';
import { isApiFailure } from '../../../lib/api-error.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SettingRow } from '../../../ui/forms/setting-row.tsx';
import { PasswordField } from '../../../ui/forms/text-input.tsx';
import { FormActions, SettingForm } from '../../../ui/forms/setting-form.tsx';
import { validateEmail } from '../account-fields.ts';
import { EmailField } from '../account-form.tsx';
import { RefusalNotice, toRefusal, type Refusal } from '../refusal.tsx';
import { MailHint } from '../sandbox-hint.tsx';
import { t, useTranslations } from '../texts.ts';
import { ownAccountApi } from './own-account-api.ts';

interface EmailFormProps {
  readonly hasPassword: boolean;
  readonly onSent: (email: string) => void;
  readonly onCancel: () => void;
}

const isWrongPassword = (error: unknown): boolean =>
  isApiFailure(error) && error.status === 403 && error.data['field'] === 'password';

/** The page's own errors show after the first submit; a refusal goes when something is typed. */
const useEmailChange = ({ hasPassword, onSent }: EmailFormProps) => {
  const page = useBrowserEnv();
  const [fields, setFields] = useState({ email: '', password: '' });
  const [wasSubmitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isWrong, setWrong] = useState(false);
  const [ask, { isLoading: busy }] = ownAccountApi.useAskEmailChangeMutation();
  const own = {
    email: validateEmail(fields.email),
    password: hasPassword && fields.password === '' ? t('passwordNeeded') : undefined,
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (own.email ?? own.password) return;
    const email = fields.email.trim();
    const { data, error } = await ask({ email, ...(hasPassword ? { password: fields.password } : {}) });
    if (data) onSent(email);
    else if (isWrongPassword(error)) setWrong(true);
    else setRefusal(toRefusal(error, t('emailChangeFailed'), page.now().getTime()));
  };
  const type = (more: Partial<typeof fields>): void => {
    setFields({ ...fields, ...more });
    setWrong(false);
    setRefusal(null);
  };
  const errors = {
    email: (wasSubmitted ? own.email : undefined) ?? refusal?.fields.email,
    password: isWrong ? t('currentPasswordWrong') : wasSubmitted ? own.password : undefined,
  };
  return { fields, type, submit, refusal, errors, busy };
};

const EmailForm = (props: EmailFormProps) => {
  const t = useTranslations();
  const { fields, type, submit, refusal, errors, busy } = useEmailChange(props);
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  return (
    <SettingForm onSubmit={(event) => void submit(event)}>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      <EmailField
        label={t('newEmail')}
        hint={t('newEmailHint')}
        error={errors.email}
        value={fields.email}
        onText={(email) => type({ email })}
      />
      {props.hasPassword ? (
        <PasswordField
          label={t('currentPassword')}
          error={errors.password}
          autoComplete="current-password"
          value={fields.password}
          onText={(password) => type({ password })}
        />
      ) : null}
      <FormActions>
        <Button size="s" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="s" variant="primary" busy={busy} disabled={busy || secondsLeft > 0}>
          {t('mailLink')}
        </Button>
      </FormActions>
    </SettingForm>
  );
};

/** The address of the account, and the way to another. */
export const EmailSetting = ({ user: { email, hasPassword } }: { readonly user: User }) => {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (email === null) return null;
  const sent = (to: string): void => {
    setSentTo(to);
    setOpen(false);
  };
  if (isOpen) return <EmailForm hasPassword={hasPassword} onSent={sent} onCancel={() => setOpen(false)} />;
  return (
    <>
      <SettingRow label={t('email')} note={<bdi>{email}</bdi>}>
        <Button size="s" onClick={() => setOpen(true)}>
          {t('changeEmail')}
        </Button>
      </SettingRow>
      {sentTo === null ? null : (
        <>
          <Notice tone="positive">
            {t.rich('emailChangeSent', { email: sentTo, address: (inside) => <bdi>{inside}</bdi> })}
          </Notice>
          <MailHint />
        </>
      )}
    </>
  );
};
