import { ChevronDown, Library } from 'lucide-react';
import { useId, useState } from 'react';

import { filePreviewSet } from '../../../state/files-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FileIcon } from '../file-icon.tsx';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import { formatFileKind } from '../kind-labels.ts';
import listStyles from '../manager/file-list.module.css';
import { useFileSelection } from '../manager/use-selection.ts';
import { type Knowledge, knowledgeApi, type KnowledgeFile } from './knowledge-api.ts';
import styles from './shared-files.module.css';
import { useKnowledgeTranslations } from './texts.ts';
import { toAttachable } from './to-attachable.ts';

const PAGE_SIZE = 20;

type Selection = ReturnType<typeof useFileSelection>;

interface PickProps {
  readonly label: string;
  readonly id: string;
  readonly selection: Selection;
  readonly disabled: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

const Pick = ({ label, id, selection: { selected, isFull }, disabled, onSelect }: PickProps) => {
  const checked = selected.some((one) => one.id === id);
  return (
    <label className={listStyles['pick']}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled || (isFull && !checked)}
        onChange={({ target }) => onSelect(target.checked)}
      />
    </label>
  );
};

const SharedFile = ({ file, selection }: { readonly file: KnowledgeFile; readonly selection: Selection }) => {
  const t = useKnowledgeTranslations();
  const dispatch = useAppDispatch();
  const { id, name, size, description, embeddingStatus } = file;
  const isReady = embeddingStatus === 'completed';
  return (
    <li className={listStyles['row']}>
      <Pick
        id={id}
        label={t('addFile', { name })}
        selection={selection}
        disabled={!isReady}
        onSelect={(isSelected) => selection.select(file, isSelected)}
      />
      <FileIcon file={file} />
      <div className={listStyles['words']}>
        <button
          type="button"
          className={listStyles['name']}
          dir="auto"
          title={name}
          onClick={() => dispatch(filePreviewSet({ id, page: null }))}
        >
          {name}
        </button>
        <span className={listStyles['facts']}>{`${formatFileSize(size)} · ${formatFileKind(file)}`}</span>
        {description === '' ? null : (
          <span className={listStyles['description']} dir="auto">
            {description}
          </span>
        )}
      </div>
      {isReady ? null : (
        <span className={listStyles['embedding']}>
          <Badge tone={embeddingStatus === 'failed' ? 'warning' : 'quiet'}>
            {t(embeddingStatus === 'failed' ? 'failed' : 'waiting')}
          </Badge>
        </span>
      )}
    </li>
  );
};

const FilesOfGroup = ({ id, name, selection }: Pick<Knowledge, 'id' | 'name'> & { readonly selection: Selection }) => {
  const t = useKnowledgeTranslations();
  const [page, setPage] = useState(1);
  const query = knowledgeApi.useKnowledgeFilesQuery(
    { id, page, limit: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  const { data } = query;
  return (
    <>
      <LoadState query={query} lines={3} loading={t('loading')} failed={t('loadFailed')} />
      <ul className={listStyles['list']} aria-label={t('filesOf', { name })}>
        {data?.files.map((file) => (
          <SharedFile key={file.id} file={file} selection={selection} />
        ))}
      </ul>
      <Pagination
        className={listStyles['paging']}
        label={t('pages')}
        page={page}
        pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        onPage={setPage}
      />
    </>
  );
};

const SharedGroup = ({ knowledge, selection }: { readonly knowledge: Knowledge; readonly selection: Selection }) => {
  const t = useKnowledgeTranslations();
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const { id, name, files, embedded, size } = knowledge;
  const counted = t('files', { count: files });
  return (
    <li className={styles['group']}>
      <div className={styles['head']}>
        <Pick
          id={id}
          label={t('addAll', { name })}
          selection={selection}
          disabled={embedded === 0}
          onSelect={(isSelected) => selection.select(toAttachable(knowledge), isSelected)}
        />
        <Library aria-hidden="true" />
        <div className={listStyles['words']}>
          <bdi className={styles['name']} dir="auto">
            {name}
          </bdi>
          <span className={listStyles['facts']}>
            {`${embedded < files ? t('readyOf', { count: embedded, files: counted }) : counted} · ` +
              `${formatFileSize(size)}`}
          </span>
        </div>
        <IconButton
          size="s"
          tooltip="left"
          className={styles['unfold']}
          label={t(isOpen ? 'hideFiles' : 'showFiles', { name })}
          aria-expanded={isOpen}
          aria-controls={listId}
          icon={<ChevronDown />}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      <div id={listId} className={styles['files']} hidden={!isOpen}>
        {isOpen ? <FilesOfGroup id={id} name={name} selection={selection} /> : null}
      </div>
    </li>
  );
};

/** What groups share: to be read and asked, not changed. Nothing where no group shares anything. */
export const SharedFiles = ({ maxFiles }: { readonly maxFiles: number }) => {
  const t = useKnowledgeTranslations();
  const { data = [] } = knowledgeApi.useKnowledgeQuery(undefined, { refetchOnMountOrArgChange: true });
  const selection = useFileSelection(maxFiles);
  const titleId = useId();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={styles['shared']}>
      <h3 id={titleId}>{t('shared')}</h3>
      <p className={styles['note']}>{t('sharedNote')}</p>
      <ul className={listStyles['list']}>
        {data.map((knowledge) => (
          <SharedGroup key={knowledge.id} knowledge={knowledge} selection={selection} />
        ))}
      </ul>
    </section>
  );
};
