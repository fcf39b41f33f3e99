import { getErrorMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SettingRow } from '../../../ui/forms/setting-row.tsx';
import { identityApi } from '../identity-api.ts';
import { MailHint } from '../sandbox-hint.tsx';
import { useTranslations } from '../texts.ts';

/** For an account that signs in at a provider: the link of a forgotten password sets the first one too. */
export const MailedLink = ({ email }: { readonly email: string }) => {
  const t = useTranslations();
  const [send, { isLoading, isSuccess, error }] = identityApi.useForgotPasswordMutation();
  return (
    <>
      <SettingRow label={t('password')} note={t('noPasswordNote')}>
        <Button size="s" busy={isLoading} onClick={() => void send({ email })}>
          {t('mailPasswordLink')}
        </Button>
      </SettingRow>
      {error ? <Notice tone="danger">{getErrorMessage(error, t('resetMailFailed'))}</Notice> : null}
      {isSuccess ? (
        <>
          <Notice tone="positive">
            {t.rich('passwordLinkSent', { email, address: (inside) => <bdi>{inside}</bdi> })}
          </Notice>
          <MailHint />
        </>
      ) : null}
    </>
  );
};
