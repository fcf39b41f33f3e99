import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';

import { isApiFailure, isNotFound, readableMessage } from '../../../lib/api-error.ts';
import { downloadBlob } from '../../../lib/download.ts';
import type { FileLocation } from '../../../lib/file-link.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice, RetryNotice } from '../../../ui/display/notice.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { getFileKind } from '../file-types.ts';
import { formatFileKind, isTextKind } from '../kind-labels.ts';
import { fromBase64 } from '../../../lib/base64.ts';
import styles from './file-preview.module.css';
import { FileIcon } from '../file-icon.tsx';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import { filesApi, type FileDetails } from '../files-api.ts';
import { ExtractedTextPreview } from './extracted-text-preview.tsx';
import { useTranslations } from '../texts.ts';

const TextPreview = lazy(() =>
  import('./text-preview.tsx').then(({ TextPreview: component }) => ({ default: component })),
);
const PdfPreview = lazy(() =>
  import('./pdf-preview.tsx').then(({ PdfPreview: component }) => ({ default: component })),
);

interface FileContentProps {
  readonly file: FileDetails;
  readonly place: FileLocation;
}

const NoPreview = ({ file, reason }: Pick<FileContentProps, 'file'> & { readonly reason?: string }) => {
  const t = useTranslations();
  return (
    <div className={styles['unshowable']}>
      <FileIcon large file={file} />
      <p>{t('downloadIt', { why: reason ?? t('notShowable') })}</p>
    </div>
  );
};

/** The text that the server extracted from a document or a table, or its error. */
const ExtractedText = ({ file, place: { page, find } }: FileContentProps) => {
  const t = useTranslations();
  const { currentData: extracted, error, isFetching, refetch } = filesApi.useFileTextQuery(file.id);
  if (extracted?.text)
    return (
      <ExtractedTextPreview text={extracted.text} page={page} find={find} hasSlides={getFileKind(file) === 'slides'} />
    );
  if (isFetching) return <LoadingFile />;
  if (isApiFailure(error) && error.status === 400)
    return <NoPreview file={file} reason={readableMessage(error, t('notShowable'))} />;
  return <LoadFailed isMissing={isNotFound(error)} onRetry={() => void refetch()} />;
};

const FileContent = ({ file, place }: FileContentProps) => {
  const kind = getFileKind(file);
  if (kind === 'image')
    return <img className={styles['image']} src={`data:${file.type};base64,${file.content}`} alt={file.name} />;
  if (kind === 'pdf') return <PdfPreview content={file.content} page={place.page} />;
  if (kind === 'other') return <NoPreview file={file} />;
  if (isTextKind(kind)) return <TextPreview file={file} kind={kind} find={place.find} />;
  return <ExtractedText file={file} place={place} />;
};

const LoadFailed = ({ isMissing, onRetry }: { readonly isMissing: boolean; readonly onRetry: () => void }) => {
  const t = useTranslations();
  return isMissing ? (
    <Notice tone="warning">{t('gone')}</Notice>
  ) : (
    <RetryNotice onRetry={onRetry}>{t('fileFailed')}</RetryNotice>
  );
};

const LoadedFile = ({ file, place }: FileContentProps) => {
  const t = useTranslations();
  const { name, type, content } = file;
  return (
    <>
      <div className={styles['bar']}>
        <span className={styles['facts']} dir="auto">{`${formatFileKind(file)} · ${formatFileSize(file.size)}`}</span>
        <Button
          size="s"
          icon={<Download aria-hidden="true" />}
          onClick={() => downloadBlob(name, new Blob([fromBase64(content)], { type }))}
        >
          {t('download')}
        </Button>
      </div>
      <Suspense fallback={<LoadingFile />}>
        <FileContent file={file} place={place} />
      </Suspense>
    </>
  );
};

const LoadingFile = () => {
  const t = useTranslations();
  return <Skeleton lines={8} label={t('loadingFile')} />;
};

interface FilePreviewProps {
  readonly place: FileLocation;
  readonly onClose: () => void;
}

/** Shows one of the user's files, or offers only its download. */
export const FilePreview = ({ place, onClose }: FilePreviewProps) => {
  const t = useTranslations();
  const { currentData: file, error, isFetching, refetch } = filesApi.useReadFileQuery(place.id);
  const failed = error !== undefined && !isFetching;
  return (
    <Dialog title={file?.name ?? t('file')} size="xl" onClose={onClose}>
      {file ? <LoadedFile file={file} place={place} /> : null}
      {!file && failed ? <LoadFailed isMissing={isNotFound(error)} onRetry={() => void refetch()} /> : null}
      {!file && !failed ? <LoadingFile /> : null}
    </Dialog>
  );
};
