import { FileText } from 'lucide-react';

import { isApiFailure } from '../../lib/api-error.ts';
import { filePreviewed } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { filesApi, type Retrieval } from './files-api.ts';
import styles from './why-dialog.module.css';

type Passage = Retrieval['considered'][number];
type ReadAs = Retrieval['files'][number];

const HOW: Readonly<Record<ReadAs['how'], string>> = {
  whole: 'Read whole', beginning: 'Only its beginning was read', passages: 'Passages were looked up in it', description: 'Its description was used', nothing: 'Not read',
};

const placeText = ({ fileName, page, heading }: Passage): string =>
  [fileName, page === null ? '' : `page ${page}`, heading].filter(Boolean).join(' · ');

/** Which search found it, and how far up: `No. 1 by meaning, no. 2 by words`. */
const rankText = ({ keywordRank, vectorRank }: Passage, vectors: boolean): string => {
  const ranks = [{ by: 'words', rank: keywordRank }, ...(vectors ? [{ by: 'meaning', rank: vectorRank }] : [])];
  const text = ranks.map(({ by, rank }) => (rank === null ? `not found by ${by}` : `no. ${rank} by ${by}`)).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const PassageItem = ({ of, vectors }: { readonly of: Passage; readonly vectors: boolean }) => {
  const dispatch = useAppDispatch();
  return (
    <li className={styles['passage']}>
      <div className={styles['head']}>
        <FileText aria-hidden="true" />
        <button type="button" className={styles['place']} dir="auto" onClick={() => dispatch(filePreviewed({ id: of.fileId, page: of.page }))}>{placeText(of)}</button>
        {of.source === null ? null : <span className={styles['mark']} title={`Marked [${of.source}] in the answer`}>{of.source}</span>}
      </div>
      <p className={styles['excerpt']} dir="auto">{of.excerpt}</p>
      <p className={styles['rank']}>{rankText(of, vectors)}</p>
    </li>
  );
};

const Passages = ({ of, vectors }: { readonly of: readonly Passage[]; readonly vectors: boolean }) => (
  <ol className={styles['list']}>{of.map((passage, at) => <PassageItem key={at} of={passage} vectors={vectors} />)}</ol>
);

const FilesRead = ({ files }: { readonly files: readonly ReadAs[] }) => (files.length === 0 ? null : (
  <section className={styles['section']} aria-label="Files">
    <h3>Files</h3>
    <ul className={styles['files']}>
      {files.map(({ fileId, fileName, how, note }) => (
        <li key={fileId} data-how={how}>
          <span className={styles['file']} dir="auto">{fileName}</span>
          <span className={styles['how']}>{note === '' ? HOW[how] : `${HOW[how]}. ${note}`}</span>
        </li>
      ))}
    </ul>
  </section>
));

const Trace = ({ of: { query, vectors, considered, files } }: { readonly of: Retrieval }) => {
  const given = considered.filter((passage) => passage.given);
  const others = considered.filter((passage) => !passage.given);
  return (
    <>
      <p className={styles['intro']}>
        {vectors
          ? 'Your files were searched by the words of the question and by its meaning. The passages that did best in both were given to the model.'
          : 'Your files were searched by the words of the question. The passages that did best were given to the model.'}
      </p>
      {query === '' ? null : <p className={styles['query']}><span>Searched for</span> <q dir="auto">{query}</q></p>}
      <FilesRead files={files} />
      <section className={styles['section']} aria-label="Given to the model">
        <h3>{`Given to the model (${given.length})`}</h3>
        {given.length === 0 ? <p className={styles['intro']}>No passage was looked up for this answer.</p> : <Passages of={given} vectors={vectors} />}
      </section>
      {others.length === 0 ? null : (
        <details className={styles['section']}>
          <summary>{`Considered, but not given (${others.length})`}</summary>
          <Passages of={others} vectors={vectors} />
        </details>
      )}
    </>
  );
};

const Failed = ({ gone, onRetry }: { readonly gone: boolean; readonly onRetry: () => void }) => (gone
  ? <Notice>{NOTHING_KEPT}</Notice>
  : <Notice tone="danger" action={<Button size="s" onClick={onRetry}>Try again</Button>}>This could not be loaded.</Notice>);

const NOTHING_KEPT = 'Nothing is kept about how this answer came by its passages.';

interface WhyDialogProps {
  readonly replyId: string;
  readonly onClose: () => void;
}

/** What a reply was given of somebody's files, and what was passed over: so that a miss can be understood. */
export const WhyDialog = ({ replyId, onClose }: WhyDialogProps) => {
  const { data, error, refetch } = filesApi.useWhyThisAnswerQuery(replyId);
  return (
    <Dialog title="Why this answer?" size="l" onClose={onClose}>
      {data?.retrieval ? <Trace of={data.retrieval} /> : null}
      {data?.retrieval === null ? <Notice>{NOTHING_KEPT}</Notice> : null}
      {!data && error ? <Failed gone={isApiFailure(error) && error.status === 404} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={7} label="Loading the passages" /> : null}
    </Dialog>
  );
};
