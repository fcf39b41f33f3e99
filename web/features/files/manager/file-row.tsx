import { RotateCcw, Trash2 } from 'lucide-react';

import { formatDay, formatDateAndTime } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isImage } from '../file-types.ts';
import { formatFileKind } from '../kind-labels.ts';
import styles from './file-list.module.css';
import { FileIcon } from '../file-icon.tsx';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import type { KeptFile } from '../files-api.ts';
import { useTranslations } from '../texts.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';

export interface FileRowProps {
  readonly file: KeptFile;
  readonly selected: boolean;
  /** No further file fits into the message. */
  readonly isFull: boolean;
  /** May embed; one who only looks and deletes may not. */
  readonly canEmbed: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly onOpen: () => void;
  readonly onEmbed: () => void;
  readonly onDelete: () => void;
  readonly onTag: (tag: string) => void;
}

const EMBEDDING_STATUS = {
  completed: { tone: 'accent', text: 'embedded' },
  pending: { tone: 'quiet', text: 'embedding' },
  failed: { tone: 'warning', text: 'embeddingFailed' },
  disabled: { tone: 'quiet', text: 'notEmbedded' },
} as const;

const EMBEDDING_PROGRESS = {
  waiting: { tone: 'quiet', text: 'embeddingQueued' },
  reading: { tone: 'quiet', text: 'embeddingReads' },
  embedding: { tone: 'quiet', text: 'embedding' },
} as const;

const badgeOf = ({ embeddingStatus, embeddingFailingSince, embedding }: KeptFile) => {
  if (embeddingStatus === 'pending' && embeddingFailingSince !== null)
    return { tone: 'warning', text: 'embeddingWaits' } as const;
  return embedding ? EMBEDDING_PROGRESS[embedding.state] : EMBEDDING_STATUS[embeddingStatus];
};

/** Why a file is not embedded: at last, or for now and since when. */
const EmbeddingProblem = ({ file }: Pick<FileRowProps, 'file'>) => {
  const t = useTranslations();
  const { embeddingStatus, embeddingError, embeddingFailingSince: since } = file;
  const reason = <LazyServerText text={embeddingError ?? ''} />;
  if (embeddingStatus === 'failed') return reason;
  return embeddingStatus === 'pending' && since !== null ? (
    <>
      {t('embeddingDelayed', { when: formatDateAndTime(since) })} {reason}
    </>
  ) : null;
};

const EmbeddingStatus = ({ file, canEmbed, onEmbed }: Pick<FileRowProps, 'file' | 'canEmbed' | 'onEmbed'>) => {
  const t = useTranslations();
  const { tone, text } = badgeOf(file);
  const offered =
    canEmbed && !isImage(file) && (file.embeddingStatus === 'failed' || file.embeddingStatus === 'disabled');
  return (
    <span className={styles['embedding']} data-status={file.embeddingStatus}>
      <Badge tone={tone}>{t(text, { count: file.embedding?.before ?? 0 })}</Badge>
      {offered ? (
        <IconButton
          size="s"
          tooltip="left"
          label={t('reEmbed', { name: file.name })}
          icon={<RotateCcw />}
          onClick={onEmbed}
        />
      ) : null}
    </span>
  );
};

const AttachedUntil = ({ file: { expiresAt } }: Pick<FileRowProps, 'file'>) => {
  const t = useTranslations();
  const day = formatDay(expiresAt);
  return (
    <span className={styles['embedding']}>
      <Badge>{day === null ? t('attached') : t('attachedUntil', { day })}</Badge>
    </span>
  );
};

const Reading = ({ page, pages }: NonNullable<KeptFile['reading']>) => {
  const t = useTranslations();
  return (
    <span className={styles['embedding']} data-status="reading">
      <Badge>{page === 0 ? t('readingWaits') : t('readingPage', { page, pages })}</Badge>
    </span>
  );
};

const FileStatus = (props: Pick<FileRowProps, 'file' | 'canEmbed' | 'onEmbed'>) => {
  const { file } = props;
  if (file.reading) return <Reading {...file.reading} />;
  return file.purpose === 'chat' ? <AttachedUntil file={file} /> : <EmbeddingStatus {...props} />;
};

const Tags = ({ tags, onTag }: { readonly tags: readonly string[]; readonly onTag: (tag: string) => void }) => {
  const t = useTranslations();
  return tags.length === 0 ? null : (
    <span className={styles['tags']}>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className={styles['tag']}
          dir="auto"
          aria-label={t('showTagged', { tag })}
          onClick={() => onTag(tag)}
        >
          {tag}
        </button>
      ))}
    </span>
  );
};

/** A stored file: its facts, its embedding status, and its actions. */
export const FileRow = (props: FileRowProps) => {
  const t = useTranslations();
  const { file, selected, isFull, onSelect, onOpen, onDelete, onTag } = props;
  return (
    <li className={styles['row']} data-file={file.id} data-selected={selected || undefined}>
      <label className={styles['pick']}>
        <input
          type="checkbox"
          aria-label={t('addToMessage', { name: file.name })}
          checked={selected}
          disabled={isFull && !selected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <FileIcon file={file} />
      <div className={styles['words']}>
        <button type="button" className={styles['name']} dir="auto" title={file.name} onClick={onOpen}>
          {file.name}
        </button>
        <span className={styles['facts']}>
          {[
            formatFileSize(file.size),
            formatFileKind(file),
            ...(file.purpose === 'chat' ? [] : [t('chunks', { count: file.chunkCount })]),
            t('timesUsed', { count: file.accessCount }),
          ].join(' · ')}
        </span>
        {file.description === '' ? null : (
          <span className={styles['description']} dir="auto">
            {file.description}
          </span>
        )}
        {file.embeddingError ? (
          <span className={styles['reason']}>
            <EmbeddingProblem file={file} />
          </span>
        ) : null}
        <Tags tags={file.tags} onTag={onTag} />
      </div>
      <FileStatus {...props} />
      <IconButton
        size="s"
        tooltip="left"
        label={t('deleteFile', { name: file.name })}
        icon={<Trash2 />}
        onClick={onDelete}
      />
    </li>
  );
};
