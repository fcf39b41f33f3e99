import { RotateCcw, X } from 'lucide-react';

import { sizeText } from '../../lib/file-size.ts';
import type { Attachment } from '../../state/attachments-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { kindText } from './accepted.ts';
import { detachFiles, retryAttachment } from './attach.ts';
import styles from './chips.module.css';
import { FileSign } from './file-sign.tsx';

const stateText = (of: Attachment): string => {
  if (of.state === 'failed') return 'Upload failed';
  if (of.state === 'describing') return 'Looking at the image…';
  if (of.state === 'uploading') return of.progress < 1 ? `Uploading ${Math.round(of.progress * 100)}%` : 'Checking the file…';
  return `${kindText(of)} · ${sizeText(of.size)}`;
};

const Progress = ({ of: { name, progress } }: { readonly of: Attachment }) => (
  <span role="progressbar" aria-label={`Uploading ${name}`} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(progress * 100)} className={styles['progress']}>
    <svg aria-hidden="true" viewBox="0 0 100 2" preserveAspectRatio="none"><rect width={progress * 100} height="2" /></svg>
  </span>
);

const Chip = ({ of }: { readonly of: Attachment }) => {
  const dispatch = useAppDispatch();
  return (
    <li className={styles['chip']} data-state={of.state}>
      <FileSign file={of} content={of.content} />
      <span className={styles['words']}>
        <span className={styles['name']} dir="auto" title={of.name}>{of.name}</span>
        <span className={styles['facts']}>{stateText(of)}</span>
      </span>
      {of.state === 'failed'
        ? <IconButton size="s" tooltip="none" label="Upload failed - try again" title="Upload failed - try again" icon={<RotateCcw />} onClick={() => dispatch(retryAttachment(of.key))} />
        : null}
      <IconButton size="s" tooltip="none" label={`Remove ${of.name}`} icon={<X />} onClick={() => dispatch(detachFiles([of.key]))} />
      {of.state === 'uploading' ? <Progress of={of} /> : null}
    </li>
  );
};

const failureText = (name: string, error: string): string => (error.includes(name) ? error : `${name}: ${error}`);

/** The files of the next message, with how far each is and what went wrong with it. */
export const AttachmentChips = ({ files }: { readonly files: readonly Attachment[] }) => {
  const failures = files.filter(({ error }) => error !== null && error !== '');
  return (
    <div className={styles['attached']}>
      <ul className={styles['chips']} aria-label="Attached files">{files.map((file) => <Chip key={file.key} of={file} />)}</ul>
      <div role="alert">
        {failures.map(({ key, name, error }) => <p key={key} className={styles['failure']} dir="auto">{failureText(name, error ?? '')}</p>)}
      </div>
    </div>
  );
};
