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

/** Extensions named per kind; of code there are many. */
const MAX_NAMED = 8;

const listExtensions = (kind: FileKind): string => {
  const all = extensionsOf(kind);
  const rest = all.length - MAX_NAMED;
  return rest > 1 ? `${all.slice(0, MAX_NAMED).join(', ')} and ${rest} more` : all.join(', ');
};

/** What is accepted, for the text of a refusal. */
export const describeFormats = (): string => {
  const kinds = FILE_KINDS.map((kind) => `${KIND_NAMES[kind]} (${listExtensions(kind)})`);
  return `Allowed are ${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}.`;
};
