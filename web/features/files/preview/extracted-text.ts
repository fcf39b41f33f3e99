import type { FileText } from '../files-api.ts';

type Block = FileText['blocks'][number];

/** Larger tables are cut, because they would block the page. */
export const MAX_ROWS = 1000;
export const MAX_COLUMNS = 60;

export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: string[][];
}

interface List {
  readonly kind: 'list';
  /** `depth` from 0. */
  readonly items: readonly { readonly text: string; readonly depth: number }[];
}

interface Words {
  readonly kind: 'heading' | 'text' | 'code';
  readonly text: string;
  readonly level: number;
}

export type Part = Table | List | Words;

export interface TextPage {
  /** Null where the file has no pages. */
  readonly page: number | null;
  readonly parts: Part[];
}

const splitCells = (row: string): string[] => row.split(' | ');

const LIST_ITEM = /^( *)- (.*)$/;
const MAX_DEPTH = 4;

/** Items begin with `- `; other lines continue the item above. */
const toList = (text: string): List => {
  const items: { text: string; depth: number }[] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', words] = LIST_ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (words !== undefined) items.push({ text: words, depth: Math.min(indent.length >> 1, MAX_DEPTH) });
    else if (last) last.text += `\n${line.trim()}`;
  }
  return { kind: 'list', items };
};

const toPart = ({ kind, text, level }: Block): Part => {
  if (kind === 'table') {
    const [head = '', ...rows] = text.split('\n');
    return { kind, head: splitCells(head), rows: rows.map(splitCells) };
  }
  return kind === 'text' && text.startsWith('- ') ? toList(text) : { kind, text, level };
};

/** Pieces of one table begin with the same row, which names the columns: they become one again. */
const isSameTable = (last: Part | undefined, next: Part): last is Table =>
  last?.kind === 'table' && next.kind === 'table' && last.head.join(' | ') === next.head.join(' | ');

const isLarge = (part: Part): boolean =>
  part.kind === 'table' && (part.head.length > MAX_COLUMNS || part.rows.length > MAX_ROWS);

/** The passages of a file by page, as they are shown. `isLarge`: some table is not shown whole. */
export const toPages = (
  blocks: readonly Block[],
): { readonly pages: readonly TextPage[]; readonly isLarge: boolean } => {
  const pages: TextPage[] = [];
  for (const block of blocks) {
    if (pages.length === 0 || pages.at(-1)?.page !== block.page) pages.push({ page: block.page, parts: [] });
    const parts = pages.at(-1)?.parts ?? [];
    const [last, next] = [parts.at(-1), toPart(block)];
    if (isSameTable(last, next) && next.kind === 'table') last.rows.push(...next.rows);
    else parts.push(next);
  }
  return { pages, isLarge: pages.some(({ parts }) => parts.some(isLarge)) };
};
