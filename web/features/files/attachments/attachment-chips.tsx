import { RotateCcw, X } from 'lucide-react';
import { useEffect } from 'react';

import type { Translator } from '../../../lib/i18n/translations.ts';
import type { Attachment } from '../../../state/attachments-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { formatFileKind } from '../kind-labels.ts';
import { KNOWLEDGE_TYPE } from '../file-types.ts';
import { detachFiles, resumeUploads, retryAttachment } from './attachments.ts';
import styles from './chips.module.css';
import { FileIcon } from '../file-icon.tsx';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import { useTranslations, type TextKey } from '../texts.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';

const formatState = (t: Translator<TextKey>, of: Attachment): string => {
  if (of.state === 'failed') return t('uploadFailed');
  if (of.state === 'describing') return t('looking');
  if (of.state === 'uploading') return of.progress < 1 ? t('uploading', { share: of.progress }) : t('checking');
  const facts = `${of.type === KNOWLEDGE_TYPE ? t('kindKnowledge') : formatFileKind(of)} · ${formatFileSize(of.size)}`;
  return of.undescribed ? `${facts} · ${t('undescribed')}` : facts;
};

const UploadProgress = ({ of: { name, progress } }: { readonly of: Attachment }) => {
  const t = useTranslations();
  return (
    <span
      role="progressbar"
      aria-label={t('uploadingFile', { name })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(progress * 100)}
      className={styles['progress']}
    >
      <svg aria-hidden="true" viewBox="0 0 100 2" preserveAspectRatio="none">
        <rect width={progress * 100} height="2" />
      </svg>
    </span>
  );
};

const Chip = ({ of }: { readonly of: Attachment }) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  return (
    <li className={styles['chip']} data-state={of.state}>
      <FileIcon file={of} content={of.content} />
      <span className={styles['words']}>
        <span className={styles['name']} dir="auto" title={of.name}>
          {of.name}
        </span>
        <span className={styles['facts']} dir="auto" title={of.undescribed ? t('undescribedWhy') : undefined}>
          {formatState(t, of)}
        </span>
      </span>
      {of.state === 'failed' ? (
        <IconButton
          size="s"
          tooltip="none"
          label={t('retry')}
          title={t('retry')}
          icon={<RotateCcw />}
          onClick={() => dispatch(retryAttachment(of.key))}
        />
      ) : null}
      <IconButton
        size="s"
        tooltip="none"
        label={t('remove', { name: of.name })}
        icon={<X />}
        onClick={() => dispatch(detachFiles([of.key]))}
      />
      {of.state === 'uploading' ? <UploadProgress of={of} /> : null}
    </li>
  );
};

/** The files of the next message, with how far each is and what went wrong with it. */
export const AttachmentChips = ({ files }: { readonly files: readonly Attachment[] }) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const uid = useAppSelector(({ session }) => session.user?.uid);
  useEffect(() => void dispatch(resumeUploads()), [dispatch, uid]);
  const failures = files.filter(({ error }) => error !== null && error !== '');
  return (
    <div className={styles['attached']}>
      <ul className={styles['chips']} aria-label={t('attachedFiles')}>
        {files.map((file) => (
          <Chip key={file.key} of={file} />
        ))}
      </ul>
      <div role="alert">
        {failures.map(({ key, name, error }) => (
          <p key={key} className={styles['failure']} dir="auto">
            <LazyServerText text={error ?? ''}>
              {(told) => (told.includes(name) ? told : t('failureOf', { name, error: told }))}
            </LazyServerText>
          </p>
        ))}
      </div>
    </div>
  );
};
