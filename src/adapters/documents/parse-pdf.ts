import { getDocumentProxy } from 'unpdf';

import type { TextBlock } from '../../domain/files/ports/documents.ts';
import { MAX_PAGES, MAX_PDF_TEXT_ITEMS, MAX_PICTURE_PIXELS, MAX_TEXT_LENGTH } from './limits.ts';
import { textBlock } from './parse-text.ts';
import { damaged, encrypted, tooLarge } from './document-errors.ts';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Content = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>;

interface Line {
  readonly text: string;
  /** Font height and position from the foot of the page. */
  readonly size: number;
  readonly y: number;
}

const MAX_HEADING_LENGTH = 150;
const HEADING_SIZE_RATIO = 1.2;
const TITLE_SIZE_RATIO = 1.6;
/** Lines further apart than this multiple of their height belong to different paragraphs. */
const PARAGRAPH_GAP_RATIO = 1.9;

interface ParsedPdf {
  readonly blocks: TextBlock[];
  readonly pages: number;
  readonly scannedPages: number[];
}

/** The text of a PDF, page by page, until there is enough of it. Throws `FileUnreadable`. */
export const parsePdf = async (bytes: Uint8Array, maxCharacters = Infinity): Promise<ParsedPdf> => {
  const pdf = await openPdf(bytes);
  if (pdf.numPages > MAX_PAGES && maxCharacters === Infinity) throw tooLarge('tooManyPages', { limit: MAX_PAGES });
  const pages: Line[][] = [];
  let [length, items] = [0, 0];
  const last = Math.min(pdf.numPages, MAX_PAGES);
  for (let number = 1; number <= last && length < maxCharacters; number += 1) {
    const content = await pageContent(pdf, number);
    items += content.items.length;
    if (items > MAX_PDF_TEXT_ITEMS) throw tooLarge('tooManyPieces', { limit: MAX_PDF_TEXT_ITEMS });
    const lines = toLines(content);
    length += lines.reduce((sum, { text }) => sum + text.length, 0);
    if (length > MAX_TEXT_LENGTH) throw tooLarge('tooMuchText');
    pages.push(lines);
  }
  if (pages.length === 0) throw damaged();
  const bodySize = bodyTextSize(pages.flat());
  return {
    blocks: pages.flatMap((lines, index) => toBlocks(lines, bodySize, index + 1)),
    pages: pages.length,
    scannedPages: pages.flatMap((lines, index) => (lines.length === 0 ? [index + 1] : [])),
  };
};

/** Throws `FileUnreadable`. */
export const openPdf = async (bytes: Uint8Array): Promise<Pdf> => {
  try {
    return await getDocumentProxy(bytes, {
      maxImageSize: MAX_PICTURE_PIXELS,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
    });
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException' ? encrypted() : damaged(error);
  }
};

const pageContent = async (pdf: Pdf, number: number): Promise<Content> => {
  try {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent();
    page.cleanup();
    return content;
  } catch (error) {
    throw damaged(error);
  }
};

const toLines = ({ items }: Content): Line[] => {
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

/** The most common font size. */
const bodyTextSize = (lines: readonly Line[]): number => {
  const bySize = new Map<number, number>();
  for (const { size, text } of lines) bySize.set(Math.round(size), (bySize.get(Math.round(size)) ?? 0) + text.length);
  return [...bySize].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0] as const)[0];
};

const headingLevel = ({ size, text }: Line, bodySize: number): number => {
  if (
    bodySize === 0 ||
    text.length > MAX_HEADING_LENGTH ||
    size < bodySize * HEADING_SIZE_RATIO ||
    !/\p{L}/u.test(text)
  )
    return 0;
  return size >= bodySize * TITLE_SIZE_RATIO ? 1 : 2;
};

const toBlocks = (lines: readonly Line[], bodySize: number, page: number): TextBlock[] => {
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  let last: Line | undefined;
  const close = () => {
    if (open.length > 0) blocks.push(textBlock('text', open.join('\n'), 0, page));
    open = [];
  };
  for (const line of lines) {
    const level = headingLevel(line, bodySize);
    const isApart =
      last !== undefined && Math.abs(last.y - line.y) > PARAGRAPH_GAP_RATIO * Math.max(line.size, last.size, 1);
    if (level > 0 || isApart) close();
    if (level > 0) blocks.push(textBlock('heading', line.text, level, page));
    else open.push(line.text);
    last = line;
  }
  close();
  return blocks;
};
