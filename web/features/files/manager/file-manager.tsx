import { lazy, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';

import { isNotFound } from '../../../lib/api-error.ts';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { filePreviewSet, filesPaged, filesTagged, FILES_PER_PAGE } from '../../../state/files-slice.ts';
import { fileRemoved } from '../../../state/attachments-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { toastShown } from '../../../state/toast-slice.ts';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import type { FileLimits } from '../file-types.ts';
import { FileFilters } from './file-filters.tsx';
import styles from './file-list.module.css';
import { FileRow } from './file-row.tsx';
import { filesApi, type FileList, type KeptFile } from '../files-api.ts';
import { StorageUsage } from './storage-usage.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { SelectedFiles } from './selected-files.tsx';
import { useTranslations } from '../texts.ts';
import { useFileSelection } from './use-selection.ts';

const SharedFiles = lazy(() =>
  import('../knowledge/knowledge-parts.tsx').then(({ SharedFiles: component }) => ({ default: component })),
);

/** While a file is being read or embedded. */
const POLL_INTERVAL_MS = 3_000;
const SEARCH_DEBOUNCE_MS = 250;

const useFiles = () => {
  const { page, search, tag } = useAppSelector(({ files }) => files);
  const [pending, setPending] = useState(false);
  const query = {
    page,
    limit: FILES_PER_PAGE,
    search: useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS),
    tag,
    attachments: 'true',
  } as const;
  const found = filesApi.useListFilesQuery(query, {
    pollingInterval: pending ? POLL_INTERVAL_MS : 0,
    refetchOnMountOrArgChange: true,
  });
  const isPending =
    found.data?.files.some(({ embeddingStatus, reading }) => embeddingStatus === 'pending' || reading !== null) ??
    false;
  if (isPending !== pending) setPending(isPending);
  return found;
};

interface DeleteFileProps {
  readonly file: KeptFile;
  readonly onDeleted: () => void;
  readonly onDone: () => void;
}

/** Confirms the deletion of a file. A failure is shown as a toast. */
const DeleteFileDialog = ({ file: { id, name }, onDeleted, onDone }: DeleteFileProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = filesApi.useDeleteFileMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await remove(id);
    flushSync(onDone); // the focus has come back before it goes on
    if (error && !isNotFound(error)) dispatch(toastShown('problem', t('deleteFailed', { name })));
    else {
      dispatch(fileRemoved(id));
      onDeleted();
    }
  };
  return (
    <AlertDialog
      title={t('deleteTitle')}
      action={t('delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onCancel={onDone}
      text={t('deleteText', { name })}
    />
  );
};

/** To the file that follows the deleted one; without any, to the search. */
const focusAfter = (files: readonly KeptFile[], deleted: KeptFile): void => {
  const at = files.findIndex(({ id }) => id === deleted.id);
  const next = files[at + 1] ?? files[at - 1];
  const rows = next ? [...document.querySelectorAll<HTMLElement>('[data-file]')] : [];
  const row = rows.find(({ dataset }) => dataset['file'] === next?.id);
  (row ?? document).querySelector<HTMLElement>(row ? 'button' : 'dialog [type="search"]')?.focus();
};

interface ListProps {
  readonly found: FileList;
  readonly maxFiles: number;
  readonly onDelete: (file: KeptFile) => void;
}

const List = ({ found: { files, mayUpload }, maxFiles, onDelete }: ListProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { search, tag } = useAppSelector(({ files: of }) => of);
  const { selected, isFull, select } = useFileSelection(maxFiles);
  const [reEmbed] = filesApi.useReEmbedFileMutation();
  const embed = async ({ id, name }: KeptFile): Promise<void> => {
    const { error } = await reEmbed(id);
    if (error)
      dispatch(
        toastShown('problem', t('embedFailed', { name, error: 'message' in error ? (error.message ?? '') : '' })),
      );
  };
  if (files.length === 0)
    return (
      <p className={styles['empty']} role="status">
        {t(search.trim() !== '' || tag !== '' ? 'noneFit' : 'none')}
      </p>
    );
  return (
    <ul className={styles['list']} aria-label={t('files')}>
      {files.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          selected={selected.some(({ id }) => id === file.id)}
          isFull={isFull}
          canEmbed={mayUpload}
          onSelect={(isSelected) => select(file, isSelected)}
          onOpen={() => dispatch(filePreviewSet({ id: file.id, page: null }))}
          onEmbed={() => void embed(file)}
          onDelete={() => onDelete(file)}
          onTag={(to) => dispatch(filesTagged(to))}
        />
      ))}
    </ul>
  );
};

const UpgradeNote = ({ onPlans }: { readonly onPlans: (() => void) | null }) => {
  const t = useTranslations();
  return (
    <Notice
      tone="info"
      action={
        onPlans ? (
          <Button size="s" variant="primary" onClick={onPlans}>
            {t('seePlans')}
          </Button>
        ) : undefined
      }
    >
      {t('keepingNeedsPlan')}
    </Notice>
  );
};

interface StoredFilesProps extends Pick<ListProps, 'maxFiles' | 'onDelete'> {
  readonly found: ReturnType<typeof useFiles>;
}

/** The stored files, with the storage used and the filters. */
const StoredFiles = ({ found, maxFiles, onDelete }: StoredFilesProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { data, isFetching, refetch } = found;
  const inGroups = useAppSelector(({ session }) => session.user?.inGroups) === true;
  const { selected, remove } = useFileSelection(maxFiles);
  return (
    <div className={styles['stored']}>
      {data ? <StorageUsage of={data.usage} /> : null}
      <FileFilters tags={data?.tags ?? NO_TAGS} busy={isFetching} onRefresh={() => void refetch()} />
      <SelectedFiles files={selected} onRemove={remove} />
      {inGroups ? (
        <Suspense>
          <SharedFiles maxFiles={maxFiles} />
        </Suspense>
      ) : null}
      {data ? (
        <>
          <List found={data} maxFiles={maxFiles} onDelete={onDelete} />
          <Pagination
            page={data.pagination.page}
            pages={data.pagination.pages}
            className={styles['paging']}
            label={t('pagesOfFiles')}
            onPage={(page) => dispatch(filesPaged(page))}
          />
        </>
      ) : (
        <LoadState query={found} lines={6} loading={t('loadingFiles')} failed={t('listFailed')} />
      )}
    </div>
  );
};

const NO_TAGS: readonly string[] = [];

interface FileManagerProps {
  readonly limits: FileLimits;
  /** Null: there is no higher plan. */
  readonly onPlans: (() => void) | null;
  readonly onClose: () => void;
}

/** Uploads, lists and deletes files (all that count against the storage), and adds them to the next message. */
export const FileManager = ({ limits, onPlans, onClose }: FileManagerProps) => {
  const t = useTranslations();
  const found = useFiles();
  const [fileToDelete, setFileToDelete] = useState<KeptFile | null>(null);
  const uploadDisabled = found.data?.mayUpload === false;
  return (
    <Dialog title={t('manager')} size="xl" onClose={onClose}>
      {uploadDisabled ? <UpgradeNote onPlans={onPlans} /> : null}
      <div className={styles['columns']} data-alone={uploadDisabled || undefined}>
        {uploadDisabled ? null : <UploadPanel maxFileSize={found.data?.usage.maxFileSize ?? 0} />}
        <StoredFiles found={found} maxFiles={limits.maxPerMessage} onDelete={setFileToDelete} />
      </div>
      {fileToDelete ? (
        <DeleteFileDialog
          file={fileToDelete}
          onDeleted={() => focusAfter(found.data?.files ?? [], fileToDelete)}
          onDone={() => setFileToDelete(null)}
        />
      ) : null}
    </Dialog>
  );
};
