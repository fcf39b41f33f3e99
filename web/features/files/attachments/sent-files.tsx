import { lazy, Suspense } from 'react';

import { groupOf } from '../../../../src/shared/file-owner.ts';
import { isNotFound } from '../../../lib/api-error.ts';
import type { FileInfo } from '../../../state/attachments-slice.ts';
import { filePreviewSet } from '../../../state/files-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { isImage } from '../file-types.ts';
import { formatFileKind } from '../kind-labels.ts';
import styles from './chips.module.css';
import { FileIcon } from '../file-icon.tsx';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import { filesApi } from '../files-api.ts';
import { useTranslations } from '../texts.ts';

const KnowledgeChip = lazy(() =>
  import('../knowledge/knowledge-parts.tsx').then(({ KnowledgeChip: component }) => ({ default: component })),
);

type SentFileInfo = Pick<FileInfo, 'name' | 'type' | 'size' | 'content'>;

const UNKNOWN = { name: '', type: '' };

/** A sent file: known from sending it, else loaded. `isMissing`: the server no longer has it. */
const useSentFile = (id: string): { readonly file: SentFileInfo | undefined; readonly isMissing: boolean } => {
  const cached = useAppSelector(({ attachments }) => attachments.sent[id]);
  const response = filesApi.useFileFactsQuery(id, { skip: cached !== undefined });
  const facts: SentFileInfo | undefined = cached ?? response.currentData;
  const { currentData: withContent } = filesApi.useReadFileQuery(id, {
    skip: !facts || !isImage(facts) || Boolean(facts.content),
  });
  return { file: withContent ?? facts, isMissing: isNotFound(response.error) };
};

/** A box of fixed size, so that loading the image moves nothing. */
const ImageThumbnail = ({ file, onOpen }: { readonly file: SentFileInfo; readonly onOpen: () => void }) => {
  const t = useTranslations();
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

const Chip = ({ file, onOpen }: { readonly file: SentFileInfo; readonly onOpen: () => void }) => {
  const t = useTranslations();
  return (
    <button type="button" className={styles['chip']} onClick={onOpen}>
      <span className="visually-hidden">{t('open')}</span>
      <FileIcon file={file} />
      <ChipText name={file.name} facts={`${formatFileKind(file)} · ${formatFileSize(file.size)}`} />
    </button>
  );
};

const ChipText = ({ name, facts }: { readonly name: string; readonly facts: string }) => (
  <span className={styles['words']}>
    <span className={styles['name']} dir="auto" title={name}>
      {name}
    </span>
    <span className={styles['facts']} dir="auto">
      {facts}
    </span>
  </span>
);

/** A file that is loading or no longer stored. */
const MissingFile = ({ isMissing }: { readonly isMissing: boolean }) => {
  const t = useTranslations();
  return (
    <span className={styles['chip']}>
      <FileIcon file={UNKNOWN} />
      {isMissing ? (
        <ChipText name={t('noLongerKept')} facts={t('expired')} />
      ) : (
        <ChipText name={t('file')} facts={t('loading')} />
      )}
    </span>
  );
};

const SentFile = ({ id }: { readonly id: string }) => {
  const dispatch = useAppDispatch();
  const { file, isMissing } = useSentFile(id);
  const onOpen = (): void => {
    dispatch(filePreviewSet({ id, page: null }));
  };
  if (!file)
    return (
      <li>
        <MissingFile isMissing={isMissing} />
      </li>
    );
  return (
    <li>{isImage(file) ? <ImageThumbnail file={file} onOpen={onOpen} /> : <Chip file={file} onOpen={onOpen} />}</li>
  );
};

/** The files of a question: images as small pictures, the rest as chips. A click opens them. */
export const SentFiles = ({ ids }: { readonly ids: readonly string[] }) => {
  const t = useTranslations();
  return (
    <ul className={styles['sent']} aria-label={t('ofMessage')}>
      {ids.map((id) =>
        groupOf(id) === undefined ? (
          <SentFile key={id} id={id} />
        ) : (
          <li key={id}>
            <Suspense>
              <KnowledgeChip id={id} />
            </Suspense>
          </li>
        ),
      )}
    </ul>
  );
};
