import type { TextBlock } from '../../domain/files/ports/documents.ts';
import { trimEndMatching } from '../../domain/kernel/trim-end.ts';
import { MAX_CELLS, MAX_TABLE_HEAD_LENGTH, ROWS_PER_BLOCK } from './limits.ts';
import { tooLarge } from './document-errors.ts';

export const textBlock = (kind: TextBlock['kind'], text: string, level = 0, page: number | null = null): TextBlock => ({
  kind,
  text,
  level,
  page,
});

const lines = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n');

/** Paragraphs separated by blank lines. */
export const parsePlainText = (text: string): TextBlock[] =>
  lines(text)
    .join('\n')
    .split(/\n[^\S\n]*\n+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => textBlock('text', paragraph));

/** Blocks of a program: a block starts after a blank line with a line that is not indented. */
export const parseCode = (text: string): TextBlock[] => {
  const pieces: string[][] = [[]];
  let afterBlank = false;
  for (const line of lines(text)) {
    if (afterBlank && /^\S/.test(line) && !/^[)}\]]/.test(line)) pieces.push([]);
    pieces.at(-1)?.push(line);
    afterBlank = line.trim() === '';
  }
  return pieces
    .map((piece) => piece.join('\n').trimEnd())
    .filter((piece) => piece.trim() !== '')
    .map((piece) => textBlock('code', piece));
};

const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Parser state while the lines of a Markdown text pass. */
class OpenBlock {
  readonly blocks: TextBlock[] = [];
  private kind: 'text' | 'code' | 'table' = 'text';
  private lines: string[] = [];

  add(kind: 'text' | 'code' | 'table', line: string): void {
    if (kind !== this.kind) this.close();
    this.kind = kind;
    this.lines.push(line);
  }

  close(...whole: readonly TextBlock[]): void {
    const text = this.kind === 'code' ? this.lines.join('\n').trimEnd() : this.lines.join('\n').trim();
    if (text.trim() !== '') this.blocks.push(textBlock(this.kind, text));
    this.lines = [];
    this.blocks.push(...whole.filter((one) => one.text !== ''));
  }
}

const endsFence = (line: string, fence: string): boolean =>
  line.trim().startsWith(fence) && line.trim().replaceAll(fence.charAt(0), '') === '';

/** A line outside of code. */
const addLine = (open: OpenBlock, line: string): void => {
  const [, signs = '', heading] = HEADING.exec(line) ?? [];
  const trimmed = line.trim();
  if (heading !== undefined)
    open.close(textBlock('heading', trimEndMatching(heading, /[ \t#]/).trimStart(), signs.length));
  else if (trimmed === '') open.close();
  else open.add(trimmed.length > 1 && trimmed.startsWith('|') && trimmed.endsWith('|') ? 'table' : 'text', line);
};

/** Headings, code, tables and paragraphs of Markdown. */
export const parseMarkdown = (text: string): TextBlock[] => {
  const open = new OpenBlock();
  let fence = '';
  for (const line of lines(text)) {
    const begun = fence === '' ? FENCE.exec(line)?.[1] : undefined;
    if (begun !== undefined || (fence !== '' && endsFence(line, fence))) {
      fence = begun ?? '';
      open.close();
    } else if (fence !== '') open.add('code', line);
    else addLine(open, line);
  }
  open.close();
  return open.blocks;
};

/** Between the cells of a row; a cell never holds it. */
const CELL_SEPARATOR = ' | ';

const rowCells = (row: readonly string[]): string[] => {
  const cells = row.map((cell) => cell.replace(/\s+/g, ' ').trim().replaceAll(CELL_SEPARATOR, ' / '));
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
};

/**
 * The header row, with shorter names where it would be longer than `maxLength`: a column without a name helps nobody.
 */
const headText = (names: readonly string[], maxLength: number): string => {
  const whole = names.join(CELL_SEPARATOR);
  if (whole.length <= maxLength) return whole;
  const perName = Math.floor((maxLength + CELL_SEPARATOR.length) / names.length) - CELL_SEPARATOR.length;
  const short = perName > 0 ? names.map((name) => name.slice(0, perName)).join(CELL_SEPARATOR) : whole;
  return short.slice(0, maxLength);
};

/** Rows of a table as blocks; each starts with the header row. */
export const tableBlocks = (rows: readonly (readonly string[])[]): TextBlock[] => {
  const [names = [], ...bodyCells] = rows
    .map(rowCells)
    .filter((row) => row.some((cell) => cell.replace(/[ |]/g, '') !== ''));
  const body = bodyCells.map((cells) => cells.join(CELL_SEPARATOR));
  if (body.length === 0) return names.length === 0 ? [] : [textBlock('table', names.join(CELL_SEPARATOR))];
  const count = Math.ceil(body.length / ROWS_PER_BLOCK);
  const meanLength = body.reduce((sum, row) => sum + row.length, 0) / count;
  // Headers never make up more than half of a long table.
  const head = headText(names, Math.max(MAX_TABLE_HEAD_LENGTH, Math.floor(meanLength)));
  return Array.from({ length: count }, (_, index) =>
    textBlock('table', [head, ...body.slice(index * ROWS_PER_BLOCK, (index + 1) * ROWS_PER_BLOCK)].join('\n')),
  );
};

/** The delimiter: the most frequent candidate in the first line. */
const detectSeparator = (text: string): string => {
  const [first = ''] = lines(text.slice(0, 10_000));
  const found = [',', ';', '\t', '|'].map((sign) => ({ sign, count: first.split(sign).length }));
  return found.reduce((best, one) => (one.count > best.count ? one : best)).sign;
};

interface Cell {
  readonly text: string;
  readonly endsRow: boolean;
}

/** The end of the quoted field that starts at `from`: a quote that is not doubled. -1 without one. */
const closingQuote = (body: string, from: number): number => {
  let at = body.indexOf('"', from + 1);
  while (at >= 0 && body[at + 1] === '"') at = body.indexOf('"', at + 2);
  return at;
};

/** The next `sign`, queried from rising positions: each character is scanned once. */
const createFinder = (body: string, sign: string) => {
  let found = -1;
  return (from: number): number => {
    if (found < from) {
      const next = body.indexOf(sign, from);
      found = next < 0 ? body.length : next;
    }
    return found;
  };
};

/**
 * The cells of a table in order. A quote inside an unquoted cell is a plain character. Linear: after an unterminated
 * quoted field, one that starts within it ends at the first run of quotes.
 */
function* cellsOf(body: string, separator: string): Generator<Cell> {
  const [nextSeparator, nextLine] = [createFinder(body, separator), createFinder(body, '\n')];
  const endsCell = (at: number) => at >= body.length || body[at] === separator || body[at] === '\n';
  for (let at = 0; at < body.length;) {
    const close = body[at] === '"' ? closingQuote(body, at) : -1;
    const isQuoted = close >= 0 && endsCell(close + 1);
    const end = isQuoted ? close + 1 : Math.min(nextSeparator(at), nextLine(at));
    const text = isQuoted ? body.slice(at + 1, close).replaceAll('""', '"') : body.slice(at, end);
    yield { text, endsRow: body[end] !== separator };
    at = end + 1;
  }
}

/** CSV as spreadsheets write it. Throws `FileUnreadable` beyond a million cells. */
export const parseCsv = (text: string): TextBlock[] => {
  const rows: string[][] = [[]];
  let count = 0;
  for (const { text: cell, endsRow } of cellsOf(`${text.replace(/\r\n?/g, '\n').trimEnd()}\n`, detectSeparator(text))) {
    count += 1;
    if (count > MAX_CELLS) throw tooLarge('tooManyCells', { limit: MAX_CELLS });
    rows.at(-1)?.push(cell);
    if (endsRow) rows.push([]);
  }
  return tableBlocks(rows);
};
