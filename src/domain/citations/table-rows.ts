import { unitAt } from './quantities/units.ts';

/** Wider and longer tables are read as lines of text. */
const MAX_COLUMNS = 16;
const MAX_CELL_CHARACTERS = 80;
const MAX_CHARACTERS = 60_000;
const MAX_ROW_CHARACTERS = 1000;

/** With bars around it, or between its cells alone. */
const isRow = (line: string): boolean =>
  line.length <= MAX_ROW_CHARACTERS && (/^\s*\|/.test(line) || line.includes(' | '));
const isRule = (line: string): boolean => /^[\s|:-]+$/.test(line) && line.includes('-');

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().slice(0, MAX_CELL_CHARACTERS));

/** No end of a part of a sentence, and no part of a number. */
const SEPARATOR = ' “ ';

/** `Weight (kg)`, `Height in m`, `kW`. */
const UNIT_OF_HEAD = /[([]\s?([^()[\]\s]{1,12})\s?[)\]]$|(?:^|\bin )(\S{1,8})$/;
const BARE_NUMBER = /^[-–]?\d[\d.,' ]{0,20}$/;

/** What is measured in a column stands in its head alone. */
const withUnit = (cell: string, head: string): string => {
  const [, inside, whole] = BARE_NUMBER.test(cell) ? (UNIT_OF_HEAD.exec(head) ?? []) : [];
  const unit = inside ?? whole ?? '';
  return unit !== '' && unitAt(unit) ? `${cell} ${unit}` : cell;
};

interface OpenTable {
  readonly heads: readonly string[];
}

/** A head says nothing of a column if it is empty. */
const openTable = (line: string): OpenTable | undefined => {
  const heads = cellsOf(line);
  return heads.length < 2 || heads.length > MAX_COLUMNS ? undefined : { heads };
};

const readRow = (line: string, { heads }: OpenTable): string[] => {
  const [subject = '', ...cells] = cellsOf(line);
  if (cells.length + 1 > MAX_COLUMNS) return [];
  return cells.flatMap((cell, at) => {
    const head = heads[at + 1] ?? '';
    return cell === '' || head === '' ? [] : [[subject, head, withUnit(cell, head)].join(SEPARATOR)];
  });
};

/**
 * The rows of the tables of a source by their place, each as the statements of its cells: `Price Pro $25`. What stands
 * in one column is not of another, though both stand in one line.
 */
export const findTableRows = (text: string): ReadonlyMap<number, readonly string[]> => {
  const rows = new Map<number, readonly string[]>();
  let table: OpenTable | undefined;
  let left = MAX_CHARACTERS;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (left <= 0) break;
    if (!isRow(line)) table = undefined;
    else if (!table) table = openTable(line);
    else if (!isRule(line)) {
      const statements = readRow(line, table);
      left -= statements.join('').length;
      rows.set(index, statements);
    }
  }
  return rows;
};
