import { FileText } from 'lucide-react';

import { isNotFound } from '../../lib/api-error.ts';
import type { Translator } from '../../lib/i18n/translations.ts';
import { filePreviewSet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Notice, RetryNotice } from '../../ui/display/notice.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { PassageRanks, type Search, SearchSteps } from './passage-ranks.tsx';
import { filesApi, type Retrieval } from './files-api.ts';
import { useTranslations, type TextKey } from './texts.ts';
import { useSourceTitle } from '../../ui/citations/source-link.tsx';
import { Disclosure } from '../../ui/display/disclosure.tsx';
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

const useFileName = (): ((file: { readonly fileId: string; readonly fileName: string }) => string) => {
  const titleOf = useSourceTitle();
  return ({ fileId, fileName }) => titleOf({ title: fileName, url: `/?file=${fileId}` });
};

const PassageItem = ({ of, search }: { readonly of: Passage; readonly search: Search }) => {
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
          onClick={() => dispatch(filePreviewSet({ id: of.fileId, page: of.page, find: of.excerpt }))}
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
      <PassageRanks of={of} search={search} />
    </li>
  );
};

const Passages = ({ of, search }: { readonly of: readonly Passage[]; readonly search: Search }) => (
  <ol className={styles['list']}>
    {of.map((passage, at) => (
      <PassageItem key={at} of={passage} search={search} />
    ))}
  </ol>
);

/** For example `Its best passages: 12 of 120`. */
const describe = (t: Translator<TextKey>, { how, given, total }: Pick<FileUsage, 'how' | 'given' | 'total'>): string =>
  how === 'beginning' || how === 'passages' ? t(USAGE_LABELS[how], { given, total }) : t(USAGE_LABELS[how]);

const FilesUsed = ({ files }: { readonly files: readonly FileUsage[] }) => {
  const t = useTranslations();
  const nameOf = useFileName();
  return files.length === 0 ? null : (
    <section className={styles['section']} aria-label={t('files')}>
      <h3>{t('files')}</h3>
      <ul className={styles['files']}>
        {files.map(({ fileId, fileName, how, note, given, total }) => (
          <li key={fileId} data-how={how}>
            <span className={styles['file']} dir="auto">
              {nameOf({ fileId, fileName })}
            </span>
            <span className={styles['how']}>
              {note === '' ? describe(t, { how, given, total }) : t('readNote', { how: t(USAGE_LABELS[how]), note })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const isWhole = ({ how }: FileUsage): boolean => how === 'whole' || how === 'description';

const RetrievalTrace = ({ of }: { readonly of: Retrieval }) => {
  const t = useTranslations();
  if (of.considered.length > 0 || !of.files.every(isWhole)) return <SearchTrace of={of} />;
  return (
    <>
      <p className={styles['intro']}>{t('allWhole')}</p>
      <FilesUsed files={of.files} />
    </>
  );
};

const SearchTrace = ({ of }: { readonly of: Retrieval }) => {
  const { query, vectors, considered, files } = of;
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
      <SearchSteps of={of} />
      <FilesUsed files={files} />
      <section className={styles['section']} aria-label={t('given')}>
        <h3>{t('givenCount', { count: given.length })}</h3>
        {given.length === 0 ? <p className={styles['intro']}>{t('noPassage')}</p> : <Passages of={given} search={of} />}
      </section>
      {others.length === 0 ? null : (
        <Disclosure className={styles['others']} summary={t('considered', { count: others.length })}>
          <Passages of={others} search={of} />
        </Disclosure>
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
