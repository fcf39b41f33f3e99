import { Camera, Globe, Link, ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import { getErrorMessage, isNotFound } from '../../lib/api-error.ts';
import { LazyServerText } from '../../lib/lazy-server-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CopyLine } from '../../ui/markdown/copy-line.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { TextField } from '../../ui/forms/text-input.tsx';
import styles from './share-dialog.module.css';
import { ShareList } from './share-list.tsx';
import { sharesApi } from './shares-api.ts';
import { useTranslations } from './texts.ts';

interface ShareDialogProps {
  readonly chatId: string;
  readonly title: string;
  /** Null for the whole chat. */
  readonly messageId: string | null;
  /** The leaf of the shown path, where it is not the stored one. */
  readonly leafId: string | null;
  readonly onClose: () => void;
}

const MAX_NAME_LENGTH = 60;

const Facts = ({ isReply }: { readonly isReply: boolean }) => {
  const t = useTranslations();
  return (
    <ul className={styles['facts']}>
      <li>
        <Globe aria-hidden="true" />
        {t(isReply ? 'readAnswer' : 'readConversation')}
      </li>
      <li>
        <Camera aria-hidden="true" />
        {t('asNow')}
      </li>
      <li>
        <ShieldCheck aria-hidden="true" />
        {t('staysPrivate')}
      </li>
    </ul>
  );
};

const CreatedLink = ({ url }: { readonly url: string }) => {
  const t = useTranslations();
  return (
    <div role="status" className={styles['made']}>
      <p>{t.rich('copyNow', { strong: (inside) => <strong>{inside}</strong> })}</p>
      <CopyLine className={styles['link']} size="m" text={url} label={t('copyLink')}>
        <a href={url} dir="ltr" target="_blank" rel="noreferrer noopener">
          {url}
        </a>
      </CopyLine>
    </div>
  );
};

const ExistingLinks = ({ chatId, newest }: { readonly chatId: string; readonly newest: string | null }) => {
  const t = useTranslations();
  const { data } = sharesApi.useSharesQuery(undefined, { refetchOnMountOrArgChange: true });
  const shares = (data?.shares ?? []).filter((share) => share.chatId === chatId && share.id !== newest);
  if (shares.length === 0) return null;
  return (
    <section className={styles['before']} aria-label={t('linksToConversation')}>
      <h3>{t('linksToConversation')}</h3>
      <ShareList shares={shares} />
    </section>
  );
};

/** The server's message, except for a chat that it has not stored yet. */
const Failure = ({ error }: { readonly error: unknown }) => {
  const t = useTranslations();
  const text = isNotFound(error) ? t('onlyStored') : getErrorMessage(error, t('onlyStored'));
  return (
    <Notice tone="danger">
      <LazyServerText text={text} />
    </Notice>
  );
};

/** Creates a public link to a conversation or an answer, after explaining what it shows. */
export const ShareDialog = ({ chatId, title, messageId, leafId, onClose }: ShareDialogProps) => {
  const t = useTranslations();
  const [name, setName] = useState('');
  const [create, { data, error, isLoading }] = sharesApi.useCreateShareMutation();
  const make = (): void => {
    void create({
      chatId,
      ...(messageId === null ? {} : { messageId }),
      ...(leafId === null || messageId !== null ? {} : { leafId }),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    });
  };
  return (
    <Dialog
      title={t(messageId === null ? 'shareConversation' : 'shareAnswer')}
      description={<span dir="auto">{title}</span>}
      onClose={onClose}
    >
      {data ? (
        <CreatedLink url={data.url} />
      ) : (
        <form
          className={styles['form']}
          onSubmit={(event) => {
            event.preventDefault();
            make();
          }}
        >
          <Facts isReply={messageId !== null} />
          <TextField
            label={t('yourName')}
            optional
            hint={t('yourNameHint')}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            onText={setName}
          />
          {error ? <Failure error={error} /> : null}
          <Button type="submit" variant="primary" size="l" wide busy={isLoading} icon={<Link />}>
            {t('createLink')}
          </Button>
        </form>
      )}
      <ExistingLinks chatId={chatId} newest={data?.share.id ?? null} />
    </Dialog>
  );
};
