import {
  BookOpen,
  File,
  FileBraces,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  Library,
  Mail,
  Presentation,
} from 'lucide-react';

import { cx } from '../../ui/cx.ts';
import { getFileKind, KNOWLEDGE_TYPE, type ShownKind } from './file-types.ts';
import styles from './file-icon.module.css';

interface FileIconProps {
  readonly file: { readonly name: string; readonly type: string };
  /** The image itself, as base64. */
  readonly content?: string | null | undefined;
  readonly large?: boolean;
}

const ICONS: Readonly<Record<ShownKind, typeof File>> = {
  image: FileImage,
  pdf: FileText,
  docx: FileText,
  odt: FileText,
  slides: Presentation,
  book: BookOpen,
  mail: Mail,
  sheet: FileSpreadsheet,
  html: FileCode,
  markdown: FileText,
  text: FileText,
  data: FileBraces,
  code: FileCode,
  other: File,
};

/**
 * A small picture of a file: the image itself, else a sign of its type. Always the same size, so that
 * nothing moves when it comes.
 */
export const FileIcon = ({ file, content, large = false }: FileIconProps) => {
  const kind = getFileKind(file);
  const Icon = file.type === KNOWLEDGE_TYPE ? Library : ICONS[kind];
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
