export interface DelimitedTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** More columns are no table to look at. */
const MAX_COLUMNS = 100;

const SEPARATORS = [',', ';', '\t'] as const;

/** The separator that the first line has most of. */
const findSeparator = (text: string): string => {
  const line = text.split('\n', 1)[0] ?? '';
  const count = (separator: string): number => line.split(separator).length;
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
};

/** Reads CSV (RFC 4180), with the separator that the first line uses, up to so many rows and `MAX_COLUMNS`. */
export const parseDelimited = (text: string, maxRows: number): DelimitedTable => {
  const separator = findSeparator(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const readQuoted = (): string => {
    let cell = '';
    for (let from = at + 1; ;) {
      const end = text.indexOf('"', from);
      cell += text.slice(from, end < 0 ? undefined : end);
      at = end < 0 ? text.length : end + 1;
      if (end < 0 || text[at] !== '"') return cell;
      cell += '"';
      from = at + 1;
    }
  };
  const readPlain = (): string => {
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
    return text.slice(from, at);
  };
  const add = (cell: string): void => {
    if (row.length < MAX_COLUMNS) row.push(cell);
  };
  while (at < text.length && rows.length <= maxRows) {
    const quoted = text[at] === '"' ? readQuoted() : '';
    add((quoted + readPlain()).replace(/\r$/, ''));
    const isEnd = text[at] !== separator;
    if (isEnd || at === text.length - 1) {
      if (!isEnd) add('');
      if (row.some((cell) => cell !== '')) rows.push(row);
      row = [];
    }
    at += 1;
  }
  const [head = [], ...rest] = rows;
  return { head, rows: rest };
};
