import { isApiFailure } from '../../lib/api-error.ts';
import type { FileFacts } from '../../state/attachments-slice.ts';
import { filePreviewed } from '../../state/files-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { isImage, kindText } from './accepted.ts';
import styles from './chips.module.css';
import { FileSign } from './file-sign.tsx';
import { sizeText } from './file-size.ts';
import { filesApi } from './files-api.ts';
import { useTexts } from './texts.ts';

type Shown = Pick<FileFacts, 'name' | 'type' | 'size' | 'content'>;

const UNKNOWN = { name: '', type: '' };

/** What is known of a sent file: from sending it on this page, else from the server; `gone` when it is kept no longer. */
const useSentFile = (id: string): { readonly file: Shown | undefined; readonly gone: boolean } => {
  const here = useAppSelector(({ attachments }) => attachments.sent[id]);
  const told = filesApi.useFileFactsQuery(id, { skip: here !== undefined });
  const facts: Shown | undefined = here ?? told.currentData;
  const { currentData: whole } = filesApi.useReadFileQuery(id, {
    skip: !facts || !isImage(facts) || Boolean(facts.content),
  });
  const gone = isApiFailure(told.error) && told.error.status === 404;
  return { file: whole ?? facts, gone };
};

/** Its place is kept until it is there, so that nothing jumps. */
const Picture = ({ file, onOpen }: { readonly file: Shown; readonly onOpen: () => void }) => {
  const t = useTexts();
  return (
    <button
      type="button"
      className={styles['picture']}
      aria-label={t('openNamed', { name: file.name })}
      title={file.name}
      onClick={onOpen}
    >
      {file.content ? (
        <img src={`data:${file.type};base64,${file.content}`} alt="" decoding="async" width={132} height={132} />
      ) : null}
    </button>
  );
};

const Chip = ({ file, onOpen }: { readonly file: Shown; readonly onOpen: () => void }) => {
  const t = useTexts();
  return (
    <button type="button" className={styles['chip']} onClick={onOpen}>
      <span className="visually-hidden">{t('open')}</span>
      <FileSign file={file} />
      <Words name={file.name} facts={`${kindText(file)} · ${sizeText(file.size)}`} />
    </button>
  );
};

const Words = ({ name, facts }: { readonly name: string; readonly facts: string }) => (
  <span className={styles['words']}>
    <span className={styles['name']} dir="auto" title={name}>
      {name}
    </span>
    <span className={styles['facts']}>{facts}</span>
  </span>
);

/** A file that is not there: still asked for, or kept no longer. */
const Absent = ({ gone }: { readonly gone: boolean }) => {
  const t = useTexts();
  return (
    <span className={styles['chip']}>
      <FileSign file={UNKNOWN} />
      {gone ? <Words name={t('noLongerKept')} facts={t('expired')} /> : <Words name={t('file')} facts={t('loading')} />}
    </span>
  );
};

const SentFile = ({ id }: { readonly id: string }) => {
  const dispatch = useAppDispatch();
  const { file, gone } = useSentFile(id);
  const onOpen = (): void => {
    dispatch(filePreviewed({ id, page: null }));
  };
  if (!file)
    return (
      <li>
        <Absent gone={gone} />
      </li>
    );
  return <li>{isImage(file) ? <Picture file={file} onOpen={onOpen} /> : <Chip file={file} onOpen={onOpen} />}</li>;
};

/** The files of a question: images as small pictures, the rest as chips. A click opens them. */
export const SentFiles = ({ ids }: { readonly ids: readonly string[] }) => {
  const t = useTexts();
  return (
    <ul className={styles['sent']} aria-label={t('ofMessage')}>
      {ids.map((id) => (
        <SentFile key={id} id={id} />
      ))}
    </ul>
  );
};
