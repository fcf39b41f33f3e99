/** An id that the server made. */
interface IdCell {
  readonly id: string;
}

type Cell = string | number | boolean | null | IdCell;

/** The form of our ids. They often begin with `-` and cannot be a formula that does anything. */
const OWN_ID = /^[\w-]{21}$/;

/**
 * A spreadsheet takes a text that begins so for a formula, which may send the file's content away. With a Japanese or
 * Chinese keyboard the signs are wide ones.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const cell = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value === 'object') return OWN_ID.test(value.id) ? value.id : cell(value.id);
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of a CSV file (RFC 4180). Texts that a spreadsheet would run begin with an apostrophe; ids do not. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Tells spreadsheets that what follows is UTF-8. */
export const CSV_START = '\uFEFF';
