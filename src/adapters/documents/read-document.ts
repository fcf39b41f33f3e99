import type { FileKind, ReadDocument, TextBlock } from '../../domain/files/ports.ts';
import { decodeText } from './decode-text.ts';
import { MOST_TEXT } from './limits.ts';
import { readCode, readCsv, readMarkdown, readPlain } from './read-text.ts';
import { damaged, noText, tooLarge } from './unreadable.ts';

export interface DocumentFile {
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
}

const textOf = (bytes: Uint8Array): string => {
  const text = decodeText(bytes);
  if (text === undefined) throw damaged();
  if (text.length > MOST_TEXT) throw tooLarge('it has more text than ten million letters');
  return text;
};

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Libraries are loaded with the first file that needs them. */
const READERS: Readonly<Record<FileKind, (bytes: Uint8Array) => Promise<{ blocks: TextBlock[]; pages?: number }>>> = {
  text: async (bytes) => ({ blocks: readPlain(textOf(bytes)) }),
  markdown: async (bytes) => ({ blocks: readMarkdown(textOf(bytes)) }),
  code: async (bytes) => ({ blocks: readCode(textOf(bytes)) }),
  html: async (bytes) => ({ blocks: (await import('./read-html.ts')).readHtml(textOf(bytes)) }),
  pdf: async (bytes) => (await import('./read-pdf.ts')).readPdf(bytes),
  docx: async (bytes) => ({ blocks: await (await import('./read-office.ts')).readDocx(bytes) }),
  sheet: async (bytes) => ({
    blocks: isZip(bytes) ? await (await import('./read-office.ts')).readXlsx(bytes) : readCsv(textOf(bytes)),
  }),
  image: async () => {
    throw noText('An image has no text of its own.');
  },
};

/** Reads one file, in this very thread. Throws `FileUnreadable`; any other failure means that the file is damaged. */
export const readDocument = async ({ kind, bytes }: DocumentFile): Promise<ReadDocument> => {
  const { blocks, pages = 0 } = await READERS[kind](bytes);
  const letters = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (letters > MOST_TEXT) throw tooLarge('it has more text than ten million letters');
  if (!blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) throw noText();
  return { blocks, pages };
};
