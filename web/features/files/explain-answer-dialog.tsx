import { FileText } from 'lucide-react';

import { isNotFound } from '../../lib/api-error.ts';
import type { Translator } from '../../lib/i18n/translations.ts';
import { filePreviewSet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Notice, RetryNotice } from '../../ui/display/notice.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { filesApi, type Retrieval } from './files-api.ts';
import { useTranslations, type TextKey } from './texts.ts';
import { useSourceTitle } from '../../ui/citations/source-link.tsx';
import styles from './explain-answer-dialog.module.css';

type Passage = Retrieval['considered'][number];
type FileUsage = Retrieval['files'][number];

const USAGE_LABELS: Readonly<Record<FileUsage['how'], TextKey>> = {
  whole: 'readWhole',
  beginning: 'readBeginning',
  passages: 'readPassages',
  description: 'readDescription',
  nothing: 'readNothing',
};

const formatLocation = (t: Translator<TextKey>, { fileName, page, heading }: Omit<Passage, 'fileId'>): string =>
  [fileName, page === null ? '' : t('page', { page }), heading].filter(Boolean).join(' · ');

/** Ranks count from 1. */
const NO_RANK = 0;

/** For example `No. 1 by words, no. 2 by meaning`. */
const formatRanks = (t: Translator<TextKey>, { keywordRank, vectorRank }: Passage, vectors: boolean): string => {
  const keyword = keywordRank ?? NO_RANK;
  return vectors
    ? t('rankByBoth', { words: keyword, meaning: vectorRank ?? NO_RANK })
    : t('rankByWords', { words: keyword });
};

const useFileName = (): ((file: { readonly fileId: string; readonly fileName: string }) => string) => {
  const titleOf = useSourceTitle();
  return ({ fileId, fileName }) => titleOf({ title: fileName, url: `/?file=${fileId}` });
};

const PassageItem = ({ of, vectors }: { readonly of: Passage; readonly vectors: boolean }) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const fileName = useFileName()(of);
  return (
    <li className={styles['passage']}>
      <div className={styles['head']}>
        <FileText aria-hidden="true" />
        <button
          type="button"
          className={styles['place']}
          dir="auto"
          onClick={() => dispatch(filePreviewSet({ id: of.fileId, page: of.page }))}
        >
          {formatLocation(t, { ...of, fileName })}
        </button>
        {of.source === null ? null : (
          <span className={styles['mark']} title={t('marked', { mark: of.source })}>
            {of.source}
          </span>
        )}
      </div>
      <p className={styles['excerpt']} dir="auto">
        {of.excerpt}
      </p>
      <p className={styles['rank']}>{formatRanks(t, of, vectors)}</p>
    </li>
  );
};

const Passages = ({ of, vectors }: { readonly of: readonly Passage[]; readonly vectors: boolean }) => (
  <ol className={styles['list']}>
    {of.map((passage, at) => (
      <PassageItem key={at} of={passage} vectors={vectors} />
    ))}
  </ol>
);

const FilesUsed = ({ files }: { readonly files: readonly FileUsage[] }) => {
  const t = useTranslations();
  const nameOf = useFileName();
  return files.length === 0 ? null : (
    <section className={styles['section']} aria-label={t('files')}>
      <h3>{t('files')}</h3>
      <ul className={styles['files']}>
        {files.map(({ fileId, fileName, how, note }) => (
          <li key={fileId} data-how={how}>
            <span className={styles['file']} dir="auto">
              {nameOf({ fileId, fileName })}
            </span>
            <span className={styles['how']}>
              {note === '' ? t(USAGE_LABELS[how]) : t('readNote', { how: t(USAGE_LABELS[how]), note })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const RetrievalTrace = ({ of: { query, vectors, considered, files } }: { readonly of: Retrieval }) => {
  const t = useTranslations();
  const given = considered.filter((passage) => passage.given);
  const others = considered.filter((passage) => !passage.given);
  return (
    <>
      <p className={styles['intro']}>{t(vectors ? 'searchedBoth' : 'searchedWords')}</p>
      {query === '' ? null : (
        <p className={styles['query']}>
          {t.rich('searchedFor', {
            query,
            label: (inside) => <span>{inside}</span>,
            quote: (inside) => <q dir="auto">{inside}</q>,
          })}
        </p>
      )}
      <FilesUsed files={files} />
      <section className={styles['section']} aria-label={t('given')}>
        <h3>{t('givenCount', { count: given.length })}</h3>
        {given.length === 0 ? (
          <p className={styles['intro']}>{t('noPassage')}</p>
        ) : (
          <Passages of={given} vectors={vectors} />
        )}
      </section>
      {others.length === 0 ? null : (
        <details className={styles['section']}>
          <summary>{t('considered', { count: others.length })}</summary>
          <Passages of={others} vectors={vectors} />
        </details>
      )}
    </>
  );
};

interface ExplainAnswerDialogProps {
  readonly replyId: string;
  readonly onClose: () => void;
}

/** Which passages of files a reply was given, and which were considered. */
export const ExplainAnswerDialog = ({ replyId, onClose }: ExplainAnswerDialogProps) => {
  const t = useTranslations();
  const { data, error, refetch } = filesApi.useWhyThisAnswerQuery(replyId);
  const isMissing = data ? data.retrieval === null : isNotFound(error);
  const failed = !data && error !== undefined && !isMissing;
  return (
    <Dialog title={t('why')} size="l" onClose={onClose}>
      {data?.retrieval ? <RetrievalTrace of={data.retrieval} /> : null}
      {isMissing ? <Notice>{t('nothingKept')}</Notice> : null}
      {failed ? <RetryNotice onRetry={() => void refetch()}>{t('loadFailed')}</RetryNotice> : null}
      {!data && !error ? <Skeleton lines={7} label={t('loadingPassages')} /> : null}
    </Dialog>
  );
};
