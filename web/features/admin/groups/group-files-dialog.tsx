import { useState } from 'react';

import { getErrorMessage } from '../../../lib/api-error.ts';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { adminToast } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Meter } from '../../../ui/display/meter.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { GroupFileRow } from './group-file-row.tsx';
import { type GroupFile, groupFilesApi, type GroupFiles } from './group-files-api.ts';
import styles from './group-files.module.css';
import { GroupUploadPanel } from './group-upload-panel.tsx';
import type { Group } from './groups-api.ts';
import groupStyles from './groups.module.css';
import { useGroupsTranslations } from './groups-texts.ts';

const PAGE_SIZE = 20;
const DEBOUNCE_MS = 300;
/** While a file is being read or embedded. */
const POLL_INTERVAL_MS = 3000;

const useGroupFiles = (id: string, page: number, search: string) => {
  const [isPending, setIsPending] = useState(false);
  const query = groupFilesApi.useGroupFilesQuery(
    { id, page, limit: PAGE_SIZE, search },
    { pollingInterval: isPending ? POLL_INTERVAL_MS : 0, skipPollingIfUnfocused: true },
  );
  const hasPending =
    query.data?.files.some(({ embeddingStatus, reading }) => embeddingStatus === 'pending' || reading !== null) ??
    false;
  if (hasPending !== isPending) setIsPending(hasPending);
  return query;
};

const Usage = ({ of: { files, size, maxFiles, maxSize } }: { readonly of: GroupFiles['usage'] }) => {
  const t = useGroupsTranslations();
  const used = { count: files, most: maxFiles, size: formatFileSize(size) };
  const text = maxSize < 0 ? t('filesUsedOnly', used) : t('filesUsed', { ...used, space: formatFileSize(maxSize) });
  return (
    <div className={styles['usage']}>
      <span>{text}</span>
      {maxSize < 0 ? null : <Meter label={t('storage')} value={size} max={maxSize} text={text} />}
    </div>
  );
};

interface DeleteProps {
  readonly groupId: string;
  readonly file: GroupFile;
  readonly onDone: () => void;
}

const DeleteFile = ({ groupId, file: { id: fileId, name }, onDone }: DeleteProps) => {
  const t = useGroupsTranslations();
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = groupFilesApi.useRemoveGroupFileMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await remove({ id: groupId, fileId });
    if (error) dispatch(adminToast('problem', t('fileFailed', { name, error: getErrorMessage(error, '') })));
    else dispatch(adminToast('success', t('fileDeleted', { name })));
    onDone();
  };
  return (
    <AlertDialog
      title={t('deleteFileTitle')}
      text={t('deleteFileText', { name })}
      action={t('delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onCancel={onDone}
    />
  );
};

interface FileListProps {
  readonly groupId: string;
  readonly files: readonly GroupFile[];
  readonly isSearch: boolean;
}

const FileList = ({ groupId, files, isSearch }: FileListProps) => {
  const t = useGroupsTranslations();
  const dispatch = useAppDispatch();
  const [embed] = groupFilesApi.useEmbedGroupFileMutation();
  const [toDelete, setToDelete] = useState<GroupFile | null>(null);
  const embedAgain = async ({ id: fileId, name }: GroupFile): Promise<void> => {
    const { error } = await embed({ id: groupId, fileId });
    if (error) dispatch(adminToast('problem', t('fileFailed', { name, error: getErrorMessage(error, '') })));
  };
  if (files.length === 0) return <p className={groupStyles['none']}>{t(isSearch ? 'noneFit' : 'noFiles')}</p>;
  return (
    <>
      <ul className={styles['list']} aria-label={t('fileList')}>
        {files.map((file) => (
          <GroupFileRow
            key={file.id}
            file={file}
            onEmbed={() => void embedAgain(file)}
            onDelete={() => setToDelete(file)}
          />
        ))}
      </ul>
      {toDelete ? <DeleteFile groupId={groupId} file={toDelete} onDone={() => setToDelete(null)} /> : null}
    </>
  );
};

/** The files that a group shares with its members. */
export const GroupFilesDialog = ({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) => {
  const t = useGroupsTranslations();
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const query = useGroupFiles(group.id, page, search);
  const { data } = query;
  const find = (text: string): void => {
    setTyped(text);
    setPage(1);
  };
  return (
    <Dialog title={t('filesTitle', { name: group.name })} size="l" onClose={onClose}>
      <div className={groupStyles['form']}>
        <p className={groupStyles['note']}>{t('filesIntro')}</p>
        {data ? <GroupUploadPanel groupId={group.id} maxFileSize={data.usage.maxFileSize} /> : null}
        {data ? <Usage of={data.usage} /> : null}
        {data && (data.usage.files > PAGE_SIZE || typed !== '') ? (
          <TextField type="search" label={t('searchFiles')} autoComplete="off" value={typed} onText={find} />
        ) : null}
        <LoadState query={query} lines={4} loading={t('filesLoading')} failed={t('filesFailed')} />
        {data ? <FileList groupId={group.id} files={data.files} isSearch={search !== ''} /> : null}
        <Pagination
          className={groupStyles['pages']}
          label={t('pagesOfFiles')}
          page={page}
          pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
          onPage={setPage}
          isLive
        />
      </div>
    </Dialog>
  );
};
