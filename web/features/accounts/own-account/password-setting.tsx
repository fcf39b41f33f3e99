import { useState } from 'react';

import type { User } from '../../../../src/contract/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SettingRow, SettingSection } from '../../../ui/forms/setting-row.tsx';
import { useTranslations } from '../texts.ts';
import { MailedLink } from './mailed-link.tsx';
import { PasswordForm } from './password-form.tsx';

const ChangePassword = ({ email }: Pick<User, 'email'>) => {
  const t = useTranslations();
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed');
  if (state === 'open')
    return <PasswordForm email={email} onDone={() => setState('done')} onCancel={() => setState('closed')} />;
  return (
    <>
      <SettingRow label={t('password')} note={t('passwordNote')}>
        <Button size="s" onClick={() => setState('open')}>
          {t('changePassword')}
        </Button>
      </SettingRow>
      {state === 'done' ? <Notice tone="positive">{t('passwordChanged')}</Notice> : null}
    </>
  );
};

const Content = ({ user: { email, hasPassword } }: { readonly user: User }) => {
  const t = useTranslations();
  if (hasPassword) return <ChangePassword email={email} />;
  return email === null ? (
    <SettingRow label={t('password')} note={t('noPasswordPhone')} />
  ) : (
    <MailedLink email={email} />
  );
};

/** The password of the account, or how to get one. */
export const PasswordSetting = ({ user }: { readonly user: User }) => {
  const t = useTranslations();
  return (
    <SettingSection name="password" title={t('password')}>
      <Content user={user} />
    </SettingSection>
  );
};
