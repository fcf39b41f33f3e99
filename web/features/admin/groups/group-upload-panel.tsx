import { Upload, X } from 'lucide-react';
import { useState, type DragEvent } from 'react';

import { KIND_BY_EXTENSION } from '../../../../src/shared/file-formats.ts';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import { Button } from '../../../ui/button.tsx';
import { Meter } from '../../../ui/display/meter.tsx';
import { FileInput } from '../../../ui/forms/file-input.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './group-files.module.css';
import { type GroupsTranslator, useGroupsTranslations } from './groups-texts.ts';
import { type GroupUpload, useGroupUploads } from './use-group-uploads.ts';

/** Images have no text that could be searched. */
const ACCEPT = [...KIND_BY_EXTENSION]
  .flatMap(([extension, kind]) => (kind === 'image' ? [] : [`.${extension}`]))
  .join();

interface DropBoxProps {
  readonly maxFileSize: number;
  readonly onFiles: (files: readonly File[]) => void;
}

const DropBox = ({ maxFileSize, onFiles }: DropBoxProps) => {
  const t = useGroupsTranslations();
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
      className={styles['drop']}
      data-over={isOver || undefined}
      onDragOver={onOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Upload aria-hidden="true" />
      <FileInput
        label={t('chooseFiles')}
        accept={ACCEPT}
        onFiles={onFiles}
        trigger={(open) => (
          <p>
            {t.rich('dropFiles', {
              browse: (inside) => (
                <button type="button" className={styles['browse']} onClick={open}>
                  {inside}
                </button>
              ),
            })}
          </p>
        )}
      />
      <p className={styles['small']}>{t('filesUpTo', { size: formatFileSize(maxFileSize) })}</p>
    </div>
  );
};

const formatState = (t: GroupsTranslator, { file, progress, error }: GroupUpload): string => {
  if (error !== null) return error;
  if (progress === null) return formatFileSize(file.size);
  return progress < 1 ? t('uploading', { share: progress }) : t('checkingFile');
};

const UploadRow = ({ upload, onRemove }: { readonly upload: GroupUpload; readonly onRemove: () => void }) => {
  const t = useGroupsTranslations();
  const { file, progress, error } = upload;
  const state = formatState(t, upload);
  return (
    <li className={styles['incoming']}>
      <span className={styles['words']}>
        <span className={styles['name']} dir="auto">
          {file.name}
        </span>
        <span className={styles['small']} role={error === null ? undefined : 'alert'} data-failed={error !== null}>
          {state}
        </span>
        {progress === null ? null : (
          <Meter label={t('uploadingOf', { name: file.name })} value={progress} max={1} text={state} />
        )}
      </span>
      <IconButton size="s" tooltip="none" label={t('takeOff', { name: file.name })} icon={<X />} onClick={onRemove} />
    </li>
  );
};

interface GroupUploadPanelProps {
  readonly groupId: string;
  /** Bytes. */
  readonly maxFileSize: number;
}

/** Uploads files to a group. After a failure, files and description stay in the form. */
export const GroupUploadPanel = ({ groupId, maxFileSize }: GroupUploadPanelProps) => {
  const t = useGroupsTranslations();
  const { list, busy, stored, add, remove, uploadAll } = useGroupUploads(groupId);
  const [description, setDescription] = useState('');
  const said = stored > 0 && !busy ? t('filesUploaded', { count: stored }) : null;
  const upload = async (): Promise<void> => {
    if (await uploadAll(description)) setDescription('');
  };
  return (
    <div className={styles['panel']}>
      <DropBox maxFileSize={maxFileSize} onFiles={add} />
      {list.length === 0 ? null : (
        <>
          <ul className={styles['list']} aria-label={t('toUpload')}>
            {list.map((one) => (
              <UploadRow key={one.key} upload={one} onRemove={() => remove(one.key)} />
            ))}
          </ul>
          <TextField
            label={t('fileDescription')}
            optional
            maxLength={500}
            value={description}
            onText={setDescription}
          />
          <Button variant="primary" busy={busy} disabled={busy} onClick={() => void upload()}>
            {list.length > 1 ? t('uploadMany', { count: list.length }) : t('uploadOne')}
          </Button>
        </>
      )}
      <p role="status" className={said === null ? 'visually-hidden' : styles['small']}>
        {said}
      </p>
    </div>
  );
};
