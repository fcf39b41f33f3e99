import { extensionOf } from '../../../src/shared/file-formats.ts';
import { t, type TextKey } from './attach-texts.ts';
import { getFileKind, type ShownKind } from './file-types.ts';

const TEXT_KINDS = ['html', 'markdown', 'text', 'data', 'code'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** Shown as it is written; other kinds by what the server extracts from them. */
export const isTextKind = (kind: ShownKind): kind is TextKind => TEXT_KINDS.some((one) => one === kind);

/** In the reader's language, by keys of `attach-texts.ts`. */
export const KIND_LABELS: Readonly<Record<ShownKind, TextKey>> = {
  image: 'kindImage',
  pdf: 'kindPdf',
  docx: 'kindDocument',
  odt: 'kindDocument',
  slides: 'kindSlides',
  book: 'kindBook',
  mail: 'kindMail',
  sheet: 'kindTable',
  html: 'kindCode',
  markdown: 'kindMarkdown',
  text: 'kindText',
  data: 'kindCode',
  code: 'kindCode',
  other: 'kindOther',
};

/** Kinds of many formats, which their extensions tell apart. */
const NAMED_BY_EXTENSION: ReadonlySet<string> = new Set(['html', 'data', 'code', 'csv', 'tsv']);

/** The type in a word: `PDF`, `Image`; of code its extension. */
export const formatFileKind = (file: { readonly name: string; readonly type: string }): string => {
  const kind = getFileKind(file);
  const extension = extensionOf(file.name);
  return NAMED_BY_EXTENSION.has(kind) || NAMED_BY_EXTENSION.has(extension)
    ? extension.toUpperCase()
    : t(KIND_LABELS[kind]);
};
