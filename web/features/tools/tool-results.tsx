import { Download, FileText, Image as ImageIcon, Link as LinkIcon } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';

import { isRecord } from '../../../src/shared/schema.ts';
import type { ToolPart } from '../../../src/shared/reply-details.ts';
import { fromBase64 } from '../../lib/base64.ts';
import { downloadBlob } from '../../lib/download.ts';
import { hostOf, toSignedImageUrl, toWebUrl } from '../../lib/web-url.ts';
import { filePreviewSet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DataView } from './data-view.tsx';
import { Folded } from './folded.tsx';
import { parseJson } from './json-value.ts';
import { useStepTranslations } from './step-texts.ts';
import styles from './tool-step.module.css';
import { toolCallsApi } from './tool-calls-api.ts';

const useDownload = () => {
  const [load, { isLoading, isError }] = toolCallsApi.useLazyToolFileQuery();
  const download = async (fileId: string, name: string): Promise<void> => {
    const { data } = await load(fileId);
    if (data) downloadBlob(name, new Blob([fromBase64(data.content)], { type: data.type }));
  };
  return { download, busy: isLoading, failed: isError };
};

interface FilePartProps {
  readonly fileId: string;
  readonly name: string;
  readonly kind: string;
  readonly children?: ReactNode;
}

/** A file of the person: opened as any other, or saved. */
const FilePart = ({ fileId, name, kind, children }: FilePartProps) => {
  const t = useStepTranslations();
  const dispatch = useAppDispatch();
  const { download, busy, failed } = useDownload();
  return (
    <div className={styles['file']}>
      {children ?? <FileText aria-hidden="true" />}
      <span className={styles['file-words']}>
        <button
          type="button"
          dir="auto"
          className={styles['file-name']}
          onClick={() => dispatch(filePreviewSet({ id: fileId, page: null }))}
        >
          {name}
        </button>
        <span className={styles['muted']} role={failed ? 'alert' : undefined}>
          {failed ? t('notDownloaded') : kind}
        </span>
      </span>
      <IconButton
        size="s"
        tooltip="left"
        label={t('download', { name })}
        icon={<Download />}
        disabled={busy}
        onClick={() => void download(fileId, name)}
      />
    </div>
  );
};

const ImagePart = ({ part: { text, url, fileId, mimeType } }: { readonly part: ToolPart }) => {
  const t = useStepTranslations();
  const dispatch = useAppDispatch();
  const [failed, setFailed] = useState(false);
  const name = text || t('image');
  const address = toSignedImageUrl(url);
  const picture =
    address !== null && !failed ? (
      // By keyboard, the name below opens it.
      <img
        src={address}
        alt={name}
        loading="lazy"
        className={styles['image']}
        onError={() => setFailed(true)}
        onClick={fileId === undefined ? undefined : () => dispatch(filePreviewSet({ id: fileId, page: null }))}
      />
    ) : null;
  if (fileId === undefined) return picture ?? <p className={styles['muted']}>{t('imageGone', { name })}</p>;
  return (
    <figure className={styles['figure']}>
      {picture}
      <FilePart fileId={fileId} name={name} kind={mimeType ?? ''}>
        <ImageIcon aria-hidden="true" />
      </FilePart>
    </figure>
  );
};

const LinkPart = ({ part: { text, url = '' } }: { readonly part: ToolPart }) => {
  const address = toWebUrl(url);
  if (address === null) return <p className={styles['text']}>{text || url}</p>;
  return (
    <p className={styles['link']}>
      <LinkIcon aria-hidden="true" />
      <a href={address} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
        {text || address}
      </a>
      <span className={styles['muted']}>{hostOf(address)}</span>
    </p>
  );
};

const TextPart = ({ text }: { readonly text: string }) => {
  const t = useStepTranslations();
  return (
    <Folded size={text.length} label={t('text')}>
      <div dir="auto" className={styles['text']}>
        {text}
      </div>
    </Folded>
  );
};

/** Records and lists are drawn; many tools return them as text. */
const DataPart = ({ text }: { readonly text: string }) => {
  const t = useStepTranslations();
  const value = useMemo(() => parseJson(text), [text]);
  const isDrawn = Array.isArray(value) || isRecord(value);
  return isDrawn ? <DataView value={value} label={t('data')} /> : <TextPart text={text} />;
};

/** Tools that return data return the same once more as text, for clients of older days. */
const withoutCopies = (parts: readonly ToolPart[]): readonly ToolPart[] => {
  const data = new Set(parts.flatMap(({ kind, text }) => (kind === 'data' ? [canonical(text)] : [])));
  return parts.filter(({ kind, text }) => kind !== 'text' || data.size === 0 || !data.has(canonical(text)));
};

const canonical = (text: string): string => JSON.stringify(parseJson(text)) ?? text;

const Part = ({ part }: { readonly part: ToolPart }) => {
  switch (part.kind) {
    case 'text':
      return part.text.trim() === '' ? null : <DataPart text={part.text} />;
    case 'data':
      return <DataPart text={part.text} />;
    case 'image':
      return <ImagePart part={part} />;
    case 'link':
      return <LinkPart part={part} />;
    case 'file':
      return part.fileId === undefined ? (
        <TextPart text={part.text} />
      ) : (
        <FilePart fileId={part.fileId} name={part.text} kind={part.mimeType ?? ''} />
      );
  }
};

/** Everything that a tool returned, in its order. */
export const ToolResults = ({ parts }: { readonly parts: readonly ToolPart[] }) => {
  const t = useStepTranslations();
  const shown = useMemo(() => withoutCopies(parts), [parts]);
  return (
    <div role="group" aria-label={t('result')} className={styles['results']}>
      {shown.map((part, at) => (
        <Part key={at} part={part} />
      ))}
    </div>
  );
};
