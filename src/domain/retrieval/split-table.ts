const SEPARATOR = ' | ';
/** A part is at most a third header. */
const MAX_HEAD_SHARE = 1 / 3;
/** Names are not cut below this to make a header fit: the rows are written with their names instead. */
const MIN_NAME_LENGTH = 12;
/** Characters of a name before a value, and of the first cell when it is repeated. */
const MAX_NAME_LENGTH = 32;
const MAX_KEY_LENGTH = 120;
/** The line below the header of a Markdown table. */
const RULE = /^[ |:-]{3,}$/;

const cellsOf = (row: string): string[] => {
  const inner = row.startsWith('| ') && row.endsWith(' |') ? row.slice(2, -2) : row;
  return inner.split(SEPARATOR).map((cell) => cell.trim());
};

const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, Math.max(1, maxLength - 1))}…`;

/** The header as each part repeats it, its names cut where they are long; undefined when there are too many. */
const repeatedHead = (head: string, names: readonly string[], maxLength: number): string | undefined => {
  if (head.length <= maxLength) return head;
  const perName = Math.floor(maxLength / names.length) - SEPARATOR.length;
  return perName < MIN_NAME_LENGTH ? undefined : names.map((name) => shorten(name, perName)).join(SEPARATOR);
};

/** A row as lines of `name: value`. */
const recordLines = (names: readonly string[], row: string): string[] =>
  cellsOf(row).flatMap((value, column) => {
    const name = shorten(names[column] ?? '', MAX_NAME_LENGTH);
    if (value === '') return [];
    return name === '' ? [value] : [`${name}: ${value}`];
  });

/** One record in parts of at most `maxLength` where its lines allow; each part begins with the record's first line. */
const splitRecord = (lines: readonly string[], maxLength: number): string[] => {
  const key = shorten(lines[0] ?? '', MAX_KEY_LENGTH);
  const room = maxLength - key.length - 1;
  const parts: string[] = [];
  let part = '';
  for (const line of lines) {
    for (let from = 0; from < line.length; from += room) {
      const piece = line.slice(from, from + room);
      const full = part !== '' && part.length + piece.length + 1 > maxLength;
      if (full) parts.push(part);
      part = full ? `${key}\n${piece}` : `${part}${part === '' ? '' : '\n'}${piece}`;
    }
  }
  return part === '' ? parts : [...parts, part];
};

/**
 * Splits a table so that each part can be understood alone: it begins with the names of the columns. The rows of a
 * table with too many columns for that, and rows longer than a part, are written as `name: value` lines.
 */
export const splitTable = (text: string, maxLength: number): string[] => {
  const [first = '', ...others] = text.split('\n');
  const names = cellsOf(first);
  const rows = others.filter((row) => !RULE.test(row));
  if (rows.length === 0) return splitRecord([first], maxLength);
  const head = repeatedHead(first, names, Math.floor(maxLength * MAX_HEAD_SHARE));
  const parts: string[] = [];
  let part = '';
  const add = (piece: string, begin: string, between: string) => {
    const full = part !== '' && part.length + between.length + piece.length > maxLength;
    if (full) parts.push(part);
    part = full || part === '' ? `${begin}${piece}` : `${part}${between}${piece}`;
  };
  const close = () => {
    if (part !== '') parts.push(part);
    part = '';
  };
  for (const row of rows) {
    if (head !== undefined && head.length + row.length < maxLength) add(row, `${head}\n`, '\n');
    else {
      if (head !== undefined) close(); // a record is no row below a header
      for (const record of splitRecord(recordLines(names, row), maxLength)) add(record, '', '\n\n');
      if (head !== undefined) close();
    }
  }
  close();
  return parts;
};
