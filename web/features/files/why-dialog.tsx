import { FileText } from 'lucide-react';

import { isApiFailure } from '../../lib/api-error.ts';
import type { Say } from '../../lib/i18n/texts.ts';
import { filePreviewed } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { filesApi, type Retrieval } from './files-api.ts';
import { useTexts, type TextKey } from './texts.ts';
import { useSourceTitle } from '../../ui/citations/source-link.tsx';
import styles from './why-dialog.module.css';

type Passage = Retrieval['considered'][number];
type ReadAs = Retrieval['files'][number];

const HOW: Readonly<Record<ReadAs['how'], TextKey>> = {
  whole: 'readWhole',
  beginning: 'readBeginning',
  passages: 'readPassages',
  description: 'readDescription',
  nothing: 'readNothing',
};

const placeText = (t: Say<TextKey>, { fileName, page, heading }: Omit<Passage, 'fileId'>): string =>
  [fileName, page === null ? '' : t('page', { page }), heading].filter(Boolean).join(' · ');

/** As a rank in the texts, which begin to count at 1. */
const NOT_FOUND = 0;

/** Which search found it, and how far up: `No. 1 by words, no. 2 by meaning`. */
const rankText = (t: Say<TextKey>, { keywordRank, vectorRank }: Passage, vectors: boolean): string => {
  const words = keywordRank ?? NOT_FOUND;
  return vectors ? t('rankByBoth', { words, meaning: vectorRank ?? NOT_FOUND }) : t('rankByWords', { words });
};

/** A file's name, or that it is gone. */
const useFileName = (): ((file: { readonly fileId: string; readonly fileName: string }) => string) => {
  const titleOf = useSourceTitle();
  return ({ fileId, fileName }) => titleOf({ title: fileName, url: `/?file=${fileId}` });
};

const PassageItem = ({ of, vectors }: { readonly of: Passage; readonly vectors: boolean }) => {
  const t = useTexts();
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
          onClick={() => dispatch(filePreviewed({ id: of.fileId, page: of.page }))}
        >
          {placeText(t, { ...of, fileName })}
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
      <p className={styles['rank']}>{rankText(t, of, vectors)}</p>
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

const FilesRead = ({ files }: { readonly files: readonly ReadAs[] }) => {
  const t = useTexts();
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
              {note === '' ? t(HOW[how]) : t('readNote', { how: t(HOW[how]), note })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Trace = ({ of: { query, vectors, considered, files } }: { readonly of: Retrieval }) => {
  const t = useTexts();
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
      <FilesRead files={files} />
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

const Failed = ({ gone, onRetry }: { readonly gone: boolean; readonly onRetry: () => void }) => {
  const t = useTexts();
  return gone ? (
    <Notice>{t('nothingKept')}</Notice>
  ) : (
    <Notice
      tone="danger"
      action={
        <Button size="s" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('loadFailed')}
    </Notice>
  );
};

interface WhyDialogProps {
  readonly replyId: string;
  readonly onClose: () => void;
}

/** What a reply was given of somebody's files, and what was passed over: so that a miss can be understood. */
export const WhyDialog = ({ replyId, onClose }: WhyDialogProps) => {
  const t = useTexts();
  const { data, error, refetch } = filesApi.useWhyThisAnswerQuery(replyId);
  return (
    <Dialog title={t('why')} size="l" onClose={onClose}>
      {data?.retrieval ? <Trace of={data.retrieval} /> : null}
      {data?.retrieval === null ? <Notice>{t('nothingKept')}</Notice> : null}
      {!data && error ? (
        <Failed gone={isApiFailure(error) && error.status === 404} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Skeleton lines={7} label={t('loadingPassages')} /> : null}
    </Dialog>
  );
};
