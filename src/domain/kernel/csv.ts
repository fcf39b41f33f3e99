type Cell = string | number | boolean | null;

/** A spreadsheet takes a text that begins so for a formula, which may send the file's content away. */
const FORMULA = /^[=+\-@\t\r\n]/;

const cell = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of a CSV file (RFC 4180). Texts that a spreadsheet would run begin with an apostrophe. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Tells spreadsheets that what follows is UTF-8. */
export const CSV_START = '\uFEFF';
