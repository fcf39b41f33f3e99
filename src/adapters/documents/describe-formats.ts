import { extensionsOf, FILE_KINDS, type FileKind } from '../../shared/file-formats.ts';

/** The kinds in words. */
export const KIND_NAMES: Readonly<Record<FileKind, string>> = {
  image: 'images',
  pdf: 'PDF',
  docx: 'Word',
  odt: 'OpenDocument text',
  slides: 'PowerPoint',
  book: 'e-books',
  mail: 'e-mails',
  sheet: 'tables',
  html: 'HTML',
  markdown: 'Markdown',
  text: 'text',
  data: 'data',
  code: 'code',
};

/** What is accepted, for the text of a refusal; of code there is too much. */
export const listExtensions = (): string =>
  FILE_KINDS.filter((kind) => kind !== 'code')
    .flatMap(extensionsOf)
    .join(', ');
