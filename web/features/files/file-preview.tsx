import { lazy, Suspense } from 'react';

import { isApiFailure } from '../../lib/api-error.ts';
import type { FilePlace } from '../../lib/own-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { kindOf, kindText } from './accepted.ts';
import { DownloadButton } from './download-button.tsx';
import styles from './file-preview.module.css';
import { FileSign } from './file-sign.tsx';
import { sizeText } from './file-size.ts';
import { filesApi, type ReadFile } from './files-api.ts';
import { ReadPreview } from './read-preview.tsx';
import { useTexts } from './texts.ts';

const TextPreview = lazy(() =>
  import('./text-preview.tsx').then(({ TextPreview: component }) => ({ default: component })),
);
const PdfPreview = lazy(() =>
  import('./pdf-preview.tsx').then(({ PdfPreview: component }) => ({ default: component })),
);

interface ShownProps {
  readonly file: ReadFile;
  readonly page: number | null;
}

interface UnshowableProps extends Pick<ShownProps, 'file'> {
  readonly why?: string;
}

const Unshowable = ({ file, why }: UnshowableProps) => {
  const t = useTexts();
  return (
    <div className={styles['unshowable']}>
      <FileSign large file={file} />
      <p>{t('downloadIt', { why: why ?? t('notShowable') })}</p>
    </div>
  );
};

/** What the server reads in a document or a table; what it cannot read is told in its words. */
const AsRead = ({ file }: Pick<ShownProps, 'file'>) => {
  const { currentData: read, error, isFetching, refetch } = filesApi.useFileTextQuery(file.id);
  if (read?.text) return <ReadPreview text={read.text} />;
  if (isFetching) return <Waiting />;
  if (isApiFailure(error) && error.status === 400) return <Unshowable file={file} why={error.message} />;
  return <Failed gone={isApiFailure(error) && error.status === 404} onRetry={() => void refetch()} />;
};

const Shown = ({ file, page }: ShownProps) => {
  const kind = kindOf(file);
  if (kind === 'image')
    return <img className={styles['image']} src={`data:${file.type};base64,${file.content}`} alt={file.name} />;
  if (kind === 'pdf') return <PdfPreview content={file.content} page={page} />;
  if (kind === 'table' || kind === 'document') return <AsRead file={file} />;
  if (kind === 'other') return <Unshowable file={file} />;
  return <TextPreview file={file} kind={kind} />;
};

const Failed = ({ gone, onRetry }: { readonly gone: boolean; readonly onRetry: () => void }) => {
  const t = useTexts();
  return gone ? (
    <Notice tone="warning">{t('gone')}</Notice>
  ) : (
    <Notice
      tone="danger"
      action={
        <Button size="s" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('fileFailed')}
    </Notice>
  );
};

const Loaded = ({ file, page }: ShownProps) => (
  <>
    <div className={styles['bar']}>
      <span className={styles['facts']}>{`${kindText(file)} · ${sizeText(file.size)}`}</span>
      <DownloadButton file={file} />
    </div>
    <Suspense fallback={<Waiting />}>
      <Shown file={file} page={page} />
    </Suspense>
  </>
);

const Waiting = () => {
  const t = useTexts();
  return <Skeleton lines={8} label={t('loadingFile')} />;
};

interface FilePreviewProps {
  readonly place: FilePlace;
  readonly onClose: () => void;
}

/** An own file over the page: images, text and PDF as they are, documents and tables by what is read in them, the rest by its name, and any of them to download. */
export const FilePreview = ({ place, onClose }: FilePreviewProps) => {
  const t = useTexts();
  const { currentData: file, error, isFetching, refetch } = filesApi.useReadFileQuery(place.id);
  const failed = error !== undefined && !isFetching;
  return (
    <Dialog title={file?.name ?? t('file')} size="xl" onClose={onClose}>
      {file ? <Loaded file={file} page={place.page} /> : null}
      {!file && failed ? (
        <Failed gone={isApiFailure(error) && error.status === 404} onRetry={() => void refetch()} />
      ) : null}
      {!file && !failed ? <Waiting /> : null}
    </Dialog>
  );
};
