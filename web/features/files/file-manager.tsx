import { useState } from 'react';

import { useSettled } from '../../lib/use-settled.ts';
import { filePreviewed, filesPaged, filesTagged, PAGE_SIZE } from '../../state/files-slice.ts';
import { fileForgotten } from '../../state/attachments-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { FileLimits } from './accepted.ts';
import { FileFilters } from './file-filters.tsx';
import styles from './file-list.module.css';
import { FileRow } from './file-row.tsx';
import { sizeText } from './file-size.ts';
import { filesApi, type FileList, type KeptFile } from './files-api.ts';
import { KeepPanel } from './keep-panel.tsx';
import { SelectedFiles } from './selected-files.tsx';
import { useTexts } from './texts.ts';
import { useSelection } from './use-selection.ts';

/** How often the list is looked at anew while something is being embedded, in milliseconds. */
const LOOK_AGAIN = 3_000;
const SEARCH_PAUSE = 250;

const useFiles = () => {
  const { page, search, tag } = useAppSelector(({ files }) => files);
  const [pending, setPending] = useState(false);
  const query = { page, limit: PAGE_SIZE, search: useSettled(search.trim(), SEARCH_PAUSE), tag };
  const found = filesApi.useListFilesQuery(query, {
    pollingInterval: pending ? LOOK_AGAIN : 0,
    refetchOnMountOrArgChange: true,
  });
  const now = found.data?.files.some(({ embeddingStatus }) => embeddingStatus === 'pending') ?? false;
  if (now !== pending) setPending(now);
  return found;
};

const Usage = ({ of: { totalFiles, totalSize, maxFiles, maxSize } }: { readonly of: FileList['usage'] }) => {
  const t = useTexts();
  const size =
    maxSize < 0
      ? t('used', { size: sizeText(totalSize) })
      : t('usedOf', { size: sizeText(totalSize), most: sizeText(maxSize) });
  const count = maxFiles < 0 ? t('count', { count: totalFiles }) : t('countOf', { count: totalFiles, most: maxFiles });
  return (
    <div className={styles['usage']}>
      <span>{`${size} · ${count}`}</span>
      {maxSize < 0 ? null : <Meter label={t('storage')} value={totalSize} max={maxSize} text={size} />}
    </div>
  );
};

const Paging = ({ of: { page, pages } }: { readonly of: FileList['pagination'] }) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  if (pages <= 1) return null;
  return (
    <nav className={styles['paging']} aria-label={t('pagesOfFiles')}>
      <Button size="s" disabled={page <= 1} onClick={() => dispatch(filesPaged(page - 1))}>
        {t('previous')}
      </Button>
      <span>{t('pageOf', { page, pages })}</span>
      <Button size="s" disabled={page >= pages} onClick={() => dispatch(filesPaged(page + 1))}>
        {t('next')}
      </Button>
    </nav>
  );
};

/** Asks before a file goes for good; it stays when the server says that it could not be deleted. */
const DeleteDialog = ({ file: { id, name }, onDone }: { readonly file: KeptFile; readonly onDone: () => void }) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = filesApi.useDeleteFileMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await remove(id);
    if (error && !('status' in error && error.status === 404))
      dispatch(toastShown('problem', t('deleteFailed', { name })));
    else dispatch(fileForgotten(id));
    onDone();
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

const Empty = ({ filtered }: { readonly filtered: boolean }) => {
  const t = useTexts();
  return (
    <p className={styles['empty']} role="status">
      {t(filtered ? 'noneFit' : 'none')}
    </p>
  );
};

interface ListProps {
  readonly found: FileList;
  readonly most: number;
  readonly onDelete: (file: KeptFile) => void;
}

const List = ({ found: { files, mayUpload }, most, onDelete }: ListProps) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const { search, tag } = useAppSelector(({ files: of }) => of);
  const { selected, full, select } = useSelection(most);
  const [reEmbed] = filesApi.useReEmbedFileMutation();
  const embed = async ({ id, name }: KeptFile): Promise<void> => {
    const { error } = await reEmbed(id);
    if (error)
      dispatch(
        toastShown('problem', t('embedFailed', { name, error: 'message' in error ? (error.message ?? '') : '' })),
      );
  };
  if (files.length === 0) return <Empty filtered={search.trim() !== '' || tag !== ''} />;
  return (
    <ul className={styles['list']} aria-label={t('files')}>
      {files.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          selected={selected.some(({ id }) => id === file.id)}
          full={full}
          mayEmbed={mayUpload}
          onSelect={(wanted) => select(file, wanted)}
          onOpen={() => dispatch(filePreviewed({ id: file.id, page: null }))}
          onEmbed={() => void embed(file)}
          onDelete={() => onDelete(file)}
          onTag={(to) => dispatch(filesTagged(to))}
        />
      ))}
    </ul>
  );
};

const UpgradeNote = ({ onPlans }: { readonly onPlans: (() => void) | null }) => {
  const t = useTexts();
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

const LoadFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTexts();
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('listFailed')}
    </Notice>
  );
};

interface KeptProps extends Pick<ListProps, 'most' | 'onDelete'> {
  readonly found: ReturnType<typeof useFiles>;
}

/** What is kept: how much it is, the ways to narrow it, and the files themselves. */
const Kept = ({ found: { data, isError, isFetching, refetch }, most, onDelete }: KeptProps) => {
  const t = useTexts();
  const { selected, remove } = useSelection(most);
  const again = (): void => {
    void refetch();
  };
  return (
    <div className={styles['kept']}>
      {data ? <Usage of={data.usage} /> : null}
      <FileFilters tags={data?.tags ?? NO_TAGS} busy={isFetching} onRefresh={again} />
      <SelectedFiles files={selected} onRemove={remove} />
      {data ? (
        <>
          <List found={data} most={most} onDelete={onDelete} />
          <Paging of={data.pagination} />
        </>
      ) : null}
      {!data && isError ? <LoadFailed onRetry={again} /> : null}
      {!data && !isError ? <Skeleton lines={6} label={t('loadingFiles')} /> : null}
    </div>
  );
};

const NO_TAGS: readonly string[] = [];

interface FileManagerProps {
  readonly limits: FileLimits;
  /** Shows the plans; null where there is no higher one to have. */
  readonly onPlans: (() => void) | null;
  readonly onClose: () => void;
}

/** Keeps files, finds them, deletes them, and adds them to the next message. */
export const FileManager = ({ limits, onPlans, onClose }: FileManagerProps) => {
  const t = useTexts();
  const found = useFiles();
  const [doomed, setDoomed] = useState<KeptFile | null>(null);
  const barred = found.data?.mayUpload === false;
  return (
    <Dialog title={t('manager')} size="xl" onClose={onClose}>
      {barred ? <UpgradeNote onPlans={onPlans} /> : null}
      <div className={styles['columns']} data-alone={barred || undefined}>
        {barred ? null : <KeepPanel maxFileSize={found.data?.usage.maxFileSize ?? 0} />}
        <Kept found={found} most={limits.maxPerMessage} onDelete={setDoomed} />
      </div>
      {doomed ? <DeleteDialog file={doomed} onDone={() => setDoomed(null)} /> : null}
    </Dialog>
  );
};
