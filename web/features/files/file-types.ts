import { t, type TextKey } from './attach-texts.ts';

/** The accepted file extensions. The server checks the bytes too. */
const CODE_LANGUAGES = {
  js: 'javascript',
  ts: 'typescript',
  jsx: 'javascript',
  tsx: 'typescript',
  py: 'python',
  java: 'java',
  cpp: 'cpp',
  c: 'c',
  h: 'c',
  css: 'css',
  html: 'html',
} as const;
const IMAGES = ['jpg', 'jpeg', 'png', 'gif', 'webp'] as const;
const EXTENSIONS: readonly string[] = [
  ...IMAGES,
  'pdf',
  'txt',
  'md',
  ...Object.keys(CODE_LANGUAGES),
  'docx',
  'xlsx',
  'csv',
];

/** For the browser's file dialog. */
export const ACCEPT = EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** The limits of the account; sizes in bytes. */
export interface FileLimits {
  readonly maxPerMessage: number;
  readonly maxFileSize: number;
}

/** Used until the server's limits are loaded. The server checks the size itself. */
export const DEFAULT_FILE_LIMITS: FileLimits = { maxPerMessage: 5, maxFileSize: Infinity };

export type FileKind = 'image' | 'pdf' | 'markdown' | 'code' | 'text' | 'table' | 'document' | 'other';

const getExtension = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

export const isAccepted = (name: string): boolean => EXTENSIONS.includes(getExtension(name));

export const isImage = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  type.startsWith('image/') || (type === '' && IMAGES.some((extension) => extension === getExtension(name)));

const KIND_BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  md: 'markdown',
  txt: 'text',
  csv: 'table',
  xlsx: 'table',
  docx: 'document',
};

/** The language that a file's code is coloured as; empty for what is no code. */
export const getCodeLanguage = (name: string): string =>
  Object.entries(CODE_LANGUAGES).find(([extension]) => extension === getExtension(name))?.[1] ?? '';

/** What a file is, as far as showing it goes. */
export const getFileKind = (file: { readonly name: string; readonly type: string }): FileKind => {
  if (isImage(file)) return 'image';
  return getCodeLanguage(file.name) === ''
    ? (KIND_BY_EXTENSION[getExtension(file.name)] ?? (file.type.startsWith('text/') ? 'text' : 'other'))
    : 'code';
};

const KIND_LABELS: Readonly<Record<FileKind, TextKey>> = {
  image: 'kindImage',
  pdf: 'kindPdf',
  markdown: 'kindMarkdown',
  code: 'kindCode',
  text: 'kindText',
  table: 'kindTable',
  document: 'kindDocument',
  other: 'kindOther',
};

/** The type in a word: `PDF`, `Image`; of code its extension. */
export const formatFileKind = (file: { readonly name: string; readonly type: string }): string => {
  const kind = getFileKind(file);
  return kind === 'code' || getExtension(file.name) === 'csv'
    ? getExtension(file.name).toUpperCase()
    : t(KIND_LABELS[kind]);
};
