import { Upload, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';

import type { Translator } from '../../../lib/i18n/translations.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FileInput } from '../../../ui/forms/file-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { ACCEPT, isAccepted } from '../file-types.ts';
import { formatAccepted } from '../format-accepted.ts';
import { FileIcon } from '../file-icon.tsx';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import styles from './upload-panel.module.css';
import { useTranslations, type TextKey } from '../texts.ts';
import { useUploads, type PendingUpload, type UploadDetails } from './use-uploads.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';

const EMPTY_DETAILS: UploadDetails = { description: '', tags: '', enableEmbedding: true };

interface DropBoxProps {
  readonly maxFileSize: number;
  readonly onFiles: (files: readonly File[]) => void;
}

const DropBox = ({ maxFileSize, onFiles }: DropBoxProps) => {
  const t = useTranslations();
  const [isOver, setIsOver] = useState(false);
  const onOver = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={cx(styles['drop'], isOver && styles['over'])}
      data-testid="file-drop"
      onDragOver={onOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Upload aria-hidden="true" />
      <FileInput
        label={t('toKeep')}
        accept={ACCEPT}
        onFiles={onFiles}
        trigger={(open) => (
          <p>
            {t.rich('dropHere', {
              browse: (inside) => (
                <button type="button" className={styles['browse']} onClick={open}>
                  {inside}
                </button>
              ),
            })}
          </p>
        )}
      />
      {maxFileSize > 0 ? <p className={styles['small']}>{t('upTo', { size: formatFileSize(maxFileSize) })}</p> : null}
      <p className={styles['small']}>{formatAccepted()}</p>
    </div>
  );
};

const formatState = (t: Translator<TextKey>, { file, progress }: PendingUpload): string => {
  if (progress === null) return formatFileSize(file.size);
  return progress < 1 ? t('uploading', { share: progress }) : t('checking');
};

const PendingUploadRow = ({
  pending,
  onRemove,
}: {
  readonly pending: PendingUpload;
  readonly onRemove: () => void;
}) => {
  const t = useTranslations();
  return (
    <li className={styles['incoming']}>
      <FileIcon file={pending.file} />
      <span className={styles['words']}>
        <span className={styles['name']} dir="auto" title={pending.file.name}>
          {pending.file.name}
        </span>
        <span
          className={cx(styles['small'], pending.error !== null && styles['failed'])}
          role={pending.error === null ? undefined : 'alert'}
        >
          {pending.error === null ? formatState(t, pending) : <LazyServerText text={pending.error} />}
        </span>
      </span>
      <IconButton
        size="s"
        tooltip="none"
        label={t('remove', { name: pending.file.name })}
        icon={<X />}
        onClick={onRemove}
      />
    </li>
  );
};

interface UploadDetailsFormProps {
  readonly details: UploadDetails;
  readonly onChange: (details: UploadDetails) => void;
}

const UploadDetailsForm = ({ details, onChange }: UploadDetailsFormProps) => {
  const t = useTranslations();
  return (
    <div className={styles['facts']}>
      <TextField
        label={t('description')}
        optional
        value={details.description}
        maxLength={500}
        onText={(description) => onChange({ ...details, description })}
      />
      <TextField
        label={t('tags')}
        optional
        hint={t('tagsHint')}
        value={details.tags}
        maxLength={500}
        placeholder={t('tagsExample')}
        onText={(tags) => onChange({ ...details, tags })}
      />
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={details.enableEmbedding}
          onChange={({ target }) => onChange({ ...details, enableEmbedding: target.checked })}
        />
        <span>{t('embed')}</span>
        <span className={styles['small']}>{t('embedNote')}</span>
      </label>
    </div>
  );
};

/** Uploads files with a description and tags. After a failure, files and texts stay in the form. */
export const UploadPanel = ({ maxFileSize }: { readonly maxFileSize: number }) => {
  const t = useTranslations();
  const { list, busy, stored, add, remove, uploadAll } = useUploads();
  const [details, setDetails] = useState(EMPTY_DETAILS);
  const count = list.filter(({ file }) => isAccepted(file.name)).length;
  const said = stored > 0 && !busy ? t('filesUploaded', { count: stored }) : null;
  const panel = useRef<HTMLElement>(null);
  const upload = async (): Promise<void> => {
    if (!(await uploadAll(details))) return;
    setDetails(EMPTY_DETAILS);
    // Its button has nothing to do any more and lost the focus.
    if (document.activeElement === document.body) panel.current?.querySelector('button')?.focus();
  };
  return (
    <section
      ref={panel}
      className={styles['panel']}
      aria-label={t('uploadFiles')}
      data-empty={list.length === 0 || undefined}
    >
      <DropBox maxFileSize={maxFileSize} onFiles={add} />
      {list.length > 0 ? (
        <ul className={styles['list']} aria-label={t('toUpload')}>
          {list.map((pending) => (
            <PendingUploadRow key={pending.key} pending={pending} onRemove={() => remove(pending.key)} />
          ))}
        </ul>
      ) : null}
      <UploadDetailsForm details={details} onChange={setDetails} />
      <Button
        wide
        variant="primary"
        icon={<Upload aria-hidden="true" />}
        busy={busy}
        disabled={count === 0 || busy}
        onClick={() => void upload()}
      >
        {count > 1 ? t('uploadMany', { count }) : t('upload')}
      </Button>
      <p role="status" className={said === null ? 'visually-hidden' : styles['small']}>
        {said}
      </p>
    </section>
  );
};
