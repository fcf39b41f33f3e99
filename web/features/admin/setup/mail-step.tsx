import { getErrorMessage } from '../../../lib/api-error.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { type Setup, setupApi } from './setup-api.ts';
import styles from './setup.module.css';
import { useSetupTranslations } from './texts.ts';

/** How mails leave, and a real one to the owner. */
export const MailStep = ({ setup: { mail } }: { readonly setup: Setup }) => {
  const t = useSetupTranslations();
  const [send, { data, error, isLoading }] = setupApi.useSendTestMailMutation();
  return (
    <>
      <p className={styles['lead']}>{t('mailLead')}</p>
      <Notice tone={mail.isSandbox ? 'warning' : 'positive'}>
        {mail.isSandbox ? t('mailSandbox') : t('mailVia', { label: mail.label })}
      </Notice>
      <p className={styles['quiet']}>{t('mailVariables', { variables: mail.variables.join(', ') })}</p>
      <Button variant="primary" busy={isLoading} className={styles['action']} onClick={() => void send()}>
        {t('sendTest')}
      </Button>
      {data && data.sentTo !== null ? <Notice tone="positive">{t('mailSent', { address: data.sentTo })}</Notice> : null}
      {data && data.sentTo === null ? (
        <Notice tone="danger">
          <LazyServerText text={data.detail}>{(reason) => t('mailFailed', { reason })}</LazyServerText>
        </Notice>
      ) : null}
      {error ? <Notice tone="danger">{getErrorMessage(error, t('failed'))}</Notice> : null}
    </>
  );
};
