import type { FileKind } from '../../domain/files/ports/file-repository.ts';
import type { ParsedDocument, TextBlock } from '../../domain/files/ports/documents.ts';
import { decodeText } from './decode-text.ts';
import { MAX_TEXT_LENGTH } from './limits.ts';
import { parseData } from './parse-data.ts';
import { parseCode, parseCsv, parseMarkdown, parsePlainText } from './parse-text.ts';
import { damaged, noText, tooLarge } from './document-errors.ts';

export interface DocumentFile {
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
  readonly maxCharacters?: number | undefined;
}

const textOf = (bytes: Uint8Array): string => {
  const text = decodeText(bytes);
  if (text === undefined) throw damaged();
  if (text.length > MAX_TEXT_LENGTH) throw tooLarge('tooMuchText');
  return text;
};

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

interface Parsed {
  readonly blocks: TextBlock[];
  readonly pages?: number;
  readonly scannedPages?: number[];
}

/** Libraries are loaded on first use. */
const PARSERS: Readonly<Record<FileKind, (bytes: Uint8Array, maxCharacters?: number) => Promise<Parsed>>> = {
  text: async (bytes) => ({ blocks: parsePlainText(textOf(bytes)) }),
  markdown: async (bytes) => ({ blocks: parseMarkdown(textOf(bytes)) }),
  code: async (bytes) => ({ blocks: parseCode(textOf(bytes)) }),
  data: async (bytes) => ({ blocks: parseData(textOf(bytes)) }),
  html: async (bytes) => ({ blocks: (await import('./parse-html.ts')).parseHtml(textOf(bytes)) }),
  pdf: async (bytes, maxCharacters) => (await import('./parse-pdf.ts')).parsePdf(bytes, maxCharacters),
  docx: async (bytes) => ({ blocks: await (await import('./parse-office.ts')).parseDocx(bytes) }),
  odt: async (bytes) => ({ blocks: await (await import('./parse-odt.ts')).parseOdt(bytes) }),
  slides: async (bytes) => (await import('./parse-slides.ts')).parsePptx(bytes),
  book: async (bytes) => ({ blocks: await (await import('./parse-epub.ts')).parseEpub(bytes) }),
  mail: async (bytes) => ({ blocks: await (await import('./parse-mail.ts')).parseMail(bytes) }),
  sheet: async (bytes) => ({
    blocks: isZip(bytes) ? await (await import('./parse-office.ts')).parseXlsx(bytes) : parseCsv(textOf(bytes)),
  }),
  image: async () => {
    throw noText('imageWithoutText');
  },
};

/** Parses one file in the current thread. Throws `FileUnreadable`; any other error means a damaged file. */
export const parseDocument = async ({ kind, bytes, maxCharacters }: DocumentFile): Promise<ParsedDocument> => {
  const { blocks, pages = 0, scannedPages = [] } = await PARSERS[kind](bytes, maxCharacters);
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MAX_TEXT_LENGTH) throw tooLarge('tooMuchText');
  if (scannedPages.length > 0) return { blocks, pages, scannedPages };
  if (!blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) throw noText();
  return { blocks, pages };
};
