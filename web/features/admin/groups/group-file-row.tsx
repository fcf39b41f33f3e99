import { FileText, RotateCcw, Trash2 } from 'lucide-react';

import { formatFileSize } from '../../../lib/format-file-size.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { GroupFile } from './group-files-api.ts';
import styles from './group-files.module.css';
import { type GroupsTranslator, useGroupsTranslations } from './groups-texts.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';

type Tone = 'accent' | 'quiet' | 'warning';

const stateOf = (file: GroupFile, t: GroupsTranslator): readonly [tone: Tone, text: string] => {
  const { embeddingStatus, embeddingFailingSince, embedding, reading } = file;
  if (reading) return ['quiet', t('statePage', reading)];
  if (embeddingStatus === 'completed') return ['accent', t('stateCompleted')];
  if (embeddingStatus === 'failed') return ['warning', t('stateFailed')];
  if (embeddingStatus === 'disabled') return ['quiet', t('stateDisabled')];
  if (embeddingFailingSince !== null) return ['warning', t('stateDelayed')];
  if (embedding?.state === 'waiting') return ['quiet', t('stateWaiting', { before: embedding.before })];
  return ['quiet', t(embedding?.state === 'reading' ? 'stateReading' : 'statePending')];
};

interface GroupFileRowProps {
  readonly file: GroupFile;
  readonly onEmbed: () => void;
  readonly onDelete: () => void;
}

/** A file of a group: its facts, how far its embedding is, and what can be done about it. */
export const GroupFileRow = ({ file, onEmbed, onDelete }: GroupFileRowProps) => {
  const t = useGroupsTranslations();
  const { name, size, description, chunkCount, embeddingStatus, embeddingError } = file;
  const [tone, state] = stateOf(file, t);
  const facts = [formatFileSize(size), ...(chunkCount > 0 ? [t('passages', { count: chunkCount })] : [])];
  return (
    <li className={styles['row']}>
      <FileText aria-hidden="true" />
      <span className={styles['words']}>
        <bdi className={styles['name']} dir="auto">
          {name}
        </bdi>
        <span className={styles['small']}>{facts.join(' · ')}</span>
        {description === '' ? null : (
          <span className={styles['small']} dir="auto">
            {description}
          </span>
        )}
        {embeddingError ? (
          <span className={styles['small']} data-failed>
            <LazyServerText text={embeddingError} />
          </span>
        ) : null}
      </span>
      <span className={styles['state']}>
        <Badge tone={tone}>{state}</Badge>
      </span>
      <span className={styles['actions']}>
        {embeddingStatus === 'failed' ? (
          <IconButton
            size="s"
            tooltip="left"
            label={t('embedAgain', { name })}
            icon={<RotateCcw />}
            onClick={onEmbed}
          />
        ) : null}
        <IconButton size="s" tooltip="left" label={t('deleteFile', { name })} icon={<Trash2 />} onClick={onDelete} />
      </span>
    </li>
  );
};
