import { isRecord } from '../../../src/shared/schema.ts';

/** The value of a JSON text; undefined for what is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Cell = string | number | boolean | null;
export type DataRow = Readonly<Record<string, unknown>>;

export const isScalar = (value: unknown): value is Cell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

export const formatScalar = (value: Cell): string => (value === null ? '–' : String(value));

const MAX_CHIPS = 12;
const MAX_CHIP_LENGTH = 40;

/** A few short values that fit beside each other. */
export const isShortList = (value: unknown): value is readonly Cell[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_CHIPS &&
  value.every((item) => isScalar(item) && formatScalar(item).length <= MAX_CHIP_LENGTH);

const MAX_COLUMNS = 12;
/** From so many rows on, a list of records is a table. */
const MIN_ROWS = 2;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly DataRow[];
}

const isFlat = (row: unknown): row is DataRow => isRecord(row) && Object.values(row).every(isScalar);

const MIN_FILLED = 0.5;

/** The list as a table, where most cells of it would have a value; null for anything else. */
const toTable = (value: unknown): Table | null => {
  if (!Array.isArray(value) || value.length < MIN_ROWS || !value.every(isFlat)) return null;
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  const filled = value.reduce((sum, row) => sum + Object.keys(row).length, 0);
  const isRegular = columns.length > 0 && columns.length <= MAX_COLUMNS;
  return isRegular && filled >= MIN_FILLED * columns.length * value.length ? { columns, rows: value } : null;
};

/** Of an object with one list in it that is a table, as many tools answer: the table. */
export const findTable = (value: unknown): Table | null => {
  const direct = toTable(value);
  if (direct || !isRecord(value)) return direct;
  const [only, ...rest] = Object.values(value);
  return rest.length === 0 ? toTable(only) : null;
};

/** Whether a column has numbers and nothing else. */
export const isNumeric = (rows: readonly DataRow[], column: string): boolean =>
  rows.every((row) => row[column] === undefined || row[column] === null || typeof row[column] === 'number');

/** Signs that are not seen or turn the reading round, but for the joiners that shape letters and emoji. */
const UNSEEN = /([^ -~\p{DI}]\ufe0f?[\u200c\u200d])(?=[^ -~\p{DI}])|[\x7f-\x9f\u2028\u2029]|[^\P{DI}\ufe0f]/gu;

const ESCAPE = /\\(?:(u(?:00[01][\da-f]|d[89a-f][\da-f]{2})|[bfr])|[^])/gi;

/** JSON whose texts show what JSON escapes by itself, but for tabs and the ends of lines. */
const showEscapes = (json: string): string =>
  json.replace(ESCAPE, (escape, unseen?: string) => (unseen ? `\\${escape}` : escape));

/** JSON with escapes for what is not seen. `escape`: what they begin with. */
export const escapeUnseen = (json: string, escape: string): string =>
  json.replace(
    UNSEEN,
    (sign, shaping?: string) =>
      shaping ?? sign.replace(/[^]/g, (unit) => escape + unit.charCodeAt(0).toString(16).padStart(4, '0')),
  );

/** JSON whose texts show what is not seen: what is allowed must not read otherwise than it is. */
export const revealUnseen = (json: string): string => escapeUnseen(showEscapes(json), String.raw`\\u`);
