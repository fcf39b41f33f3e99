import { extensionOf, extensionsOf, FILE_FORMATS, formatOf, type FileKind } from '../../../src/shared/file-formats.ts';
import { t, type TextKey } from './attach-texts.ts';

/** For the browser's file dialog. The server checks the bytes too. */
export const ACCEPT = [...FILE_FORMATS.keys()].map((extension) => `.${extension}`).join(',');

/** The limits of the account; sizes in bytes. */
export interface FileLimits {
  readonly maxPerMessage: number;
  readonly maxFileSize: number;
}

/** Used until the server's limits are loaded. The server checks the size itself. */
export const DEFAULT_FILE_LIMITS: FileLimits = { maxPerMessage: 5, maxFileSize: Infinity };

/** How a file is shown: as what it is stored, or `other` for what is not known by its name. */
export type ShownKind = FileKind | 'other';

export const isAccepted = (name: string): boolean => formatOf(name) !== undefined;

export const isImage = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  type.startsWith('image/') || (type === '' && extensionsOf('image').includes(extensionOf(name)));

/** The language that a file's text is coloured as; empty for none. */
export const getCodeLanguage = (name: string): string => formatOf(name)?.language ?? '';

/** What a file is, as far as showing it goes. */
export const getFileKind = (file: { readonly name: string; readonly type: string }): ShownKind => {
  if (isImage(file)) return 'image';
  return formatOf(file.name)?.kind ?? (file.type.startsWith('text/') ? 'text' : 'other');
};

const TEXT_KINDS = ['html', 'markdown', 'text', 'data', 'code'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** Shown as it is written; other kinds by what the server extracts from them. */
export const isTextKind = (kind: ShownKind): kind is TextKind => TEXT_KINDS.some((one) => one === kind);

const KIND_LABELS: Readonly<Record<ShownKind, TextKey>> = {
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

/** What is accepted, in words of the reader's language. */
export const formatAccepted = (): string => {
  const kinds = [...FILE_FORMATS.values()].map(({ kind }) => t(KIND_LABELS[kind]));
  return t('accepted', { kinds: [...new Set(kinds)].join(t('kindSeparator')) });
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
