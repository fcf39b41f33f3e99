import { File, FileCode, FileImage, FileSpreadsheet, FileText } from 'lucide-react';

import { cx } from '../../ui/cx.ts';
import { getFileKind, type FileKind } from './file-types.ts';
import styles from './file-icon.module.css';

interface FileIconProps {
  readonly file: { readonly name: string; readonly type: string };
  /** The image itself, as base64. */
  readonly content?: string | null | undefined;
  readonly large?: boolean;
}

const ICONS: Readonly<Record<FileKind, typeof File>> = {
  image: FileImage,
  pdf: FileText,
  markdown: FileText,
  text: FileText,
  document: FileText,
  code: FileCode,
  table: FileSpreadsheet,
  other: File,
};

/** A small picture of a file: the image itself, else a sign of its type. Always the same size, so that nothing moves when it comes. */
export const FileIcon = ({ file, content, large = false }: FileIconProps) => {
  const kind = getFileKind(file);
  const Icon = ICONS[kind];
  return (
    <span aria-hidden="true" data-kind={kind} className={cx(styles['sign'], large && styles['large'])}>
      {kind === 'image' && content ? (
        <img src={`data:${file.type};base64,${content}`} alt="" decoding="async" />
      ) : (
        <Icon />
      )}
    </span>
  );
};
