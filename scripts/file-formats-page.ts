import { KIND_NAMES } from '../src/adapters/documents/describe-formats.ts';
import { extensionsOf, FILE_KINDS, type FileKind } from '../src/shared/file-formats.ts';
import { wrapMarkdown } from './wrap-markdown.ts';

/** What is read of each kind, and what page and heading of a citation mean there. */
const READ: Readonly<Record<FileKind, string>> = {
  image: 'A description by the vision model; without one, the text in it (OCR). Only pixels are stored',
  pdf: 'Text with pages, headings by the size of letters; scanned pages by the vision model, else by OCR',
  docx: 'Headings, lists and tables',
  odt: 'Headings, lists and tables, without deleted text and remarks',
  slides: 'Slides as pages: titles, text, tables, notes',
  book: 'Chapters in reading order, by the table of contents',
  mail: 'Subject, people, date, the text or the HTML of the message, names of attachments',
  sheet: 'Tables by sheet; each passage keeps the names of the columns',
  html: 'Headings, lists, tables and code, without scripts',
  markdown: 'Headings, lists, tables and code',
  text: 'Paragraphs',
  data: 'As it is written; very long lines are laid out',
  code: 'As it is written, in pieces where something new begins',
};

const row = (kind: FileKind): string => {
  const extensions = extensionsOf(kind).map((extension) => `\`${extension}\``);
  return `| ${KIND_NAMES[kind]} | ${extensions.join(' ')} | ${READ[kind]} |`;
};

/** docs/file-formats.md, from the table of formats. */
export const fileFormatsPage = (): string => {
  return wrapMarkdown(
    [
      '# Files that are accepted',
      '',
      'Generated from `src/shared/file-formats.ts` by `npm run docs`. Content and name must agree: ' +
        'the type follows from the first bytes, an archive’s directory, or the text, and the extension must say the ' +
        'same.',
      '',
      '| Kind | Extensions | What is read |',
      '|---|---|---|',
      ...FILE_KINDS.map(row),
      '',
    ].join('\n'),
  );
};
