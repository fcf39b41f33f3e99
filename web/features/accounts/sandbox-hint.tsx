import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './account-form.module.css';
import { identityApi } from './identity-api.ts';
import { useTranslations } from './texts.ts';

interface SandboxHintProps {
  readonly children: ReactNode;
  /** The link itself, if the server returned it. */
  readonly link?: { readonly url: string; readonly text: string } | null;
}

/** Where a sandbox shows the mails and messages that it does not send. */
export const SandboxHint = ({ children, link = null }: SandboxHintProps) => {
  const t = useTranslations();
  const { data: ways } = identityApi.useSignInWaysQuery();
  const outbox = ways?.outboxUrl ?? null;
  return (
    <p className={styles['sandbox']}>
      <FlaskConical aria-hidden="true" />
      <span>
        {children}
        {link ? (
          <>
            {' '}
            <a href={link.url}>{link.text}</a>
            {outbox ? ' ·' : null}
          </>
        ) : null}
        {outbox ? (
          <>
            {' '}
            <a href={outbox} target="_blank" rel="noreferrer">
              {t('outbox')}
            </a>
          </>
        ) : null}
      </span>
    </p>
  );
};

/** The same for a mail; nothing without a sandbox. */
export const MailHint = ({ mailUrl, linkText }: { readonly mailUrl?: string | null; readonly linkText?: string }) => {
  const t = useTranslations();
  const { data: ways } = identityApi.useSignInWaysQuery();
  if (!mailUrl && !ways?.outboxUrl) return null;
  return (
    <SandboxHint link={mailUrl ? { url: mailUrl, text: linkText ?? t('openLink') } : null}>
      {t('sandboxMail')}
    </SandboxHint>
  );
};
