import { Camera, Globe, Link, ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import { isApiFailure } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { CopyButton } from '../../ui/markdown/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './share-dialog.module.css';
import { ShareList } from './share-list.tsx';
import { sharesApi } from './shares-api.ts';

interface ShareDialogProps {
  readonly chatId: string;
  readonly title: string;
  /** This reply alone; null for the whole chat. */
  readonly messageId: string | null;
  /** The end of the path that is on the screen, where it is not the stored one. */
  readonly leafId: string | null;
  readonly onClose: () => void;
}

const NAME_MAX = 60;

const Facts = ({ isReply }: { readonly isReply: boolean }) => (
  <ul className={styles['facts']}>
    <li><Globe aria-hidden="true" />{isReply ? 'Anybody with the link can read this question and its answer.' : 'Anybody with the link can read this conversation.'}</li>
    <li><Camera aria-hidden="true" />It shows what is here now. What comes later is not shared.</li>
    <li><ShieldCheck aria-hidden="true" />Your files and your account stay private, and search engines are asked to stay away.</li>
  </ul>
);

const Made = ({ url }: { readonly url: string }) => (
  <div role="status" className={styles['made']}>
    <p><strong>Copy the link now.</strong> It is not shown again; in the settings you can revoke it.</p>
    <div className={styles['link']}><a href={url} target="_blank" rel="noreferrer noopener">{url}</a><CopyButton size="m" text={url} label="Copy link" /></div>
  </div>
);

const Before = ({ chatId, newest }: { readonly chatId: string; readonly newest: string | null }) => {
  const { data } = sharesApi.useSharesQuery(undefined, { refetchOnMountOrArgChange: true });
  const shares = (data?.shares ?? []).filter((share) => share.chatId === chatId && share.id !== newest);
  return shares.length === 0 ? null : <section className={styles['before']} aria-label="Links to this conversation"><h3>Links to this conversation</h3><ShareList shares={shares} /></section>;
};

const failureText = (error: unknown): string => (isApiFailure(error) && error.status !== 404 ? error.message : 'This conversation can only be shared once it is stored.');

/** Makes a public link to a conversation or an answer, after saying what that means. */
export const ShareDialog = ({ chatId, title, messageId, leafId, onClose }: ShareDialogProps) => {
  const [name, setName] = useState('');
  const [create, { data, error, isLoading }] = sharesApi.useCreateShareMutation();
  const make = (): void => {
    void create({ chatId, ...(messageId === null ? {} : { messageId }), ...(leafId === null || messageId !== null ? {} : { leafId }), ...(name.trim() === '' ? {} : { name: name.trim() }) });
  };
  return (
    <Dialog title={messageId === null ? 'Share conversation' : 'Share this answer'} description={<span dir="auto">{title}</span>} onClose={onClose}>
      {data ? <Made url={data.url} /> : (
        <form className={styles['form']} onSubmit={(event) => { event.preventDefault(); make(); }}>
          <Facts isReply={messageId !== null} />
          <Field label="Your name" optional hint="Readers see it. Without it, nobody is named.">
            {(control) => <TextInput {...control} value={name} maxLength={NAME_MAX} autoComplete="off" onText={setName} />}
          </Field>
          {error ? <Notice tone="danger">{failureText(error)}</Notice> : null}
          <Button type="submit" variant="primary" size="l" wide busy={isLoading} icon={<Link />}>Create link</Button>
        </form>
      )}
      <Before chatId={chatId} newest={data?.share.id ?? null} />
    </Dialog>
  );
};
