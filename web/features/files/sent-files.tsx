import { isApiFailure } from '../../lib/api-error.ts';
import { sizeText } from '../../lib/file-size.ts';
import type { FileFacts } from '../../state/attachments-slice.ts';
import { filePreviewed } from '../../state/files-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { isImage, kindText } from './accepted.ts';
import styles from './chips.module.css';
import { FileSign } from './file-sign.tsx';
import { filesApi } from './files-api.ts';

type Shown = Pick<FileFacts, 'name' | 'type' | 'size' | 'content'>;

const UNKNOWN = { name: 'File', type: '' };

/** What is known of a sent file: from sending it on this page, else from the server; `gone` when it is kept no longer. */
const useSentFile = (id: string): { readonly file: Shown | undefined; readonly gone: boolean } => {
  const here = useAppSelector(({ attachments }) => attachments.sent[id]);
  const told = filesApi.useFileFactsQuery(id, { skip: here !== undefined });
  const facts: Shown | undefined = here ?? told.currentData;
  const { currentData: whole } = filesApi.useReadFileQuery(id, { skip: !facts || !isImage(facts) || Boolean(facts.content) });
  const gone = isApiFailure(told.error) && told.error.status === 404;
  return { file: whole ?? facts, gone };
};

/** Its place is kept until it is there, so that nothing jumps. */
const Picture = ({ file, onOpen }: { readonly file: Shown; readonly onOpen: () => void }) => (
  <button type="button" className={styles['picture']} aria-label={`Open ${file.name}`} title={file.name} onClick={onOpen}>
    {file.content ? <img src={`data:${file.type};base64,${file.content}`} alt="" decoding="async" width={132} height={132} /> : null}
  </button>
);

const Chip = ({ file, onOpen }: { readonly file: Shown; readonly onOpen: () => void }) => (
  <button type="button" className={styles['chip']} onClick={onOpen}>
    <span className="visually-hidden">Open</span>
    <FileSign file={file} />
    <Words name={file.name} facts={`${kindText(file)} · ${sizeText(file.size)}`} />
  </button>
);

const Words = ({ name, facts }: { readonly name: string; readonly facts: string }) => (
  <span className={styles['words']}>
    <span className={styles['name']} dir="auto" title={name}>{name}</span>
    <span className={styles['facts']}>{facts}</span>
  </span>
);

/** A file that is not there: still asked for, or kept no longer. */
const Absent = ({ gone }: { readonly gone: boolean }) => (
  <span className={styles['chip']}>
    <FileSign file={UNKNOWN} />
    {gone ? <Words name="No longer kept" facts="This file has expired." /> : <Words name="File" facts="Loading…" />}
  </span>
);

const SentFile = ({ id }: { readonly id: string }) => {
  const dispatch = useAppDispatch();
  const { file, gone } = useSentFile(id);
  const onOpen = (): void => { dispatch(filePreviewed({ id, page: null })); };
  if (!file) return <li><Absent gone={gone} /></li>;
  return <li>{isImage(file) ? <Picture file={file} onOpen={onOpen} /> : <Chip file={file} onOpen={onOpen} />}</li>;
};

/** The files of a question: images as small pictures, the rest as chips. A click opens them. */
export const SentFiles = ({ ids }: { readonly ids: readonly string[] }) => (
  <ul className={styles['sent']} aria-label="Files of this message">{ids.map((id) => <SentFile key={id} id={id} />)}</ul>
);
