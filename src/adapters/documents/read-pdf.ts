import { getDocumentProxy } from 'unpdf';

import type { TextBlock } from '../../domain/files/ports.ts';
import { MOST_PIECES, MOST_PAGES, MOST_TEXT } from './limits.ts';
import { block } from './read-text.ts';
import { damaged, encrypted, noText, tooLarge } from './unreadable.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Content = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>;

interface Line {
  readonly text: string;
  /** Height of its letters, and where it stands, from the foot of the page. */
  readonly size: number;
  readonly y: number;
}

const LONGEST_HEADING = 150;
const HEADING = 1.2;
const TITLE = 1.6;
/** Lines further apart than so many of their heights belong to different paragraphs. */
const GAP = 1.9;

/** The text of a PDF, page by page. Throws `FileUnreadable`. */
export const readPdf = async (bytes: Uint8Array): Promise<{ blocks: TextBlock[]; pages: number }> => {
  const pdf = await open(bytes);
  if (pdf.numPages > MOST_PAGES) throw tooLarge(`it has more than ${MOST_PAGES} pages`);
  const pages: Line[][] = [];
  let [letters, pieces] = [0, 0];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const content = await contentOf(pdf, number);
    pieces += content.items.length;
    if (pieces > MOST_PIECES) throw tooLarge(`its text stands in more than ${MOST_PIECES} pieces`);
    const lines = linesIn(content);
    letters += lines.reduce((sum, { text }) => sum + text.length, 0);
    if (letters > MOST_TEXT) throw tooLarge('it has more text than ten million letters');
    pages.push(lines);
  }
  if (pages.length === 0) throw damaged();
  if (letters === 0) throw noText('This PDF has no text: it is probably a scan.');
  const usual = usualSize(pages.flat());
  return { blocks: pages.flatMap((lines, index) => blocksOf(lines, usual, index + 1)), pages: pages.length };
};

const open = async (bytes: Uint8Array): Promise<Pdf> => {
  try {
    return await getDocumentProxy(bytes, {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
    });
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException' ? encrypted() : damaged(error);
  }
};

const contentOf = async (pdf: Pdf, number: number): Promise<Content> => {
  try {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent();
    page.cleanup();
    return content;
  } catch (error) {
    throw damaged(error);
  }
};

const linesIn = ({ items }: Content): Line[] => {
  const lines: Line[] = [];
  let open: { text: string; size: number; y: number } | undefined;
  const close = () => {
    if (open && open.text.trim() !== '') lines.push({ ...open, text: open.text.replace(/\s+/g, ' ').trim() });
    open = undefined;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const [, , , , , y = 0]: number[] = item.transform;
    open ??= { text: '', size: item.height, y };
    open.text += item.str.replaceAll('\0', '');
    open.size = Math.max(open.size, item.height);
    if (item.hasEOL) close();
  }
  close();
  return lines;
};

/** The size of most letters. */
const usualSize = (lines: readonly Line[]): number => {
  const bySize = new Map<number, number>();
  for (const { size, text } of lines) bySize.set(Math.round(size), (bySize.get(Math.round(size)) ?? 0) + text.length);
  return [...bySize].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0] as const)[0];
};

const levelOf = ({ size, text }: Line, usual: number): number => {
  if (usual === 0 || text.length > LONGEST_HEADING || size < usual * HEADING || !/\p{L}/u.test(text)) return 0;
  return size >= usual * TITLE ? 1 : 2;
};

const blocksOf = (lines: readonly Line[], usual: number, page: number): TextBlock[] => {
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  let last: Line | undefined;
  const close = () => {
    if (open.length > 0) blocks.push(block('text', open.join('\n'), 0, page));
    open = [];
  };
  for (const line of lines) {
    const level = levelOf(line, usual);
    const isApart = last !== undefined && Math.abs(last.y - line.y) > GAP * Math.max(line.size, last.size, 1);
    if (level > 0 || isApart) close();
    if (level > 0) blocks.push(block('heading', line.text, level, page));
    else open.push(line.text);
    last = line;
  }
  close();
  return blocks;
};
