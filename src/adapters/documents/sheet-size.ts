import { MAX_CELLS, MAX_ROWS } from './limits.ts';
import { damaged, tooLarge } from './document-errors.ts';
import type { Unpacked } from './zip.ts';

const SHEET_PART = /^xl\/worksheets\/[^/]+\.xml$/;
const CELL_REFERENCE = /^([A-Z]{0,3})(\d{1,7})$/i;
/** A longer cell reference is invalid. */
const MAX_CELL_REFERENCE_LENGTH = 12;

const columnNumber = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** The last row and column that a sheet mentions. */
const sheetSize = (xml: string): { rows: number; columns: number } => {
  const place = /\sr\s{0,20}=\s{0,20}["']/g;
  let [rows, columns] = [0, 1];
  while (place.exec(xml)) {
    const [value = ''] = xml.slice(place.lastIndex, place.lastIndex + MAX_CELL_REFERENCE_LENGTH + 1).split(/["']/, 1);
    const found = CELL_REFERENCE.exec(value);
    if (!found) throw damaged(new Error('a cell without a place'));
    rows = Math.max(rows, Number(found[2]));
    columns = Math.max(columns, columnNumber(found[1] ?? ''));
  }
  return { rows, columns };
};

/**
 * Refuses workbooks with too large sheets before parsing: the parser creates every cell up to the last one, so a file
 * of a kilobyte could request billions. Throws `FileUnreadable`.
 */
export const assertSheetSizes = (parts: Unpacked): void => {
  let [allRows, cells] = [0, 0];
  for (const [name, part] of parts) {
    if (!SHEET_PART.test(name)) continue;
    const { rows, columns } = sheetSize(part.toString('latin1').replaceAll('\0', ''));
    allRows += rows;
    cells += rows * columns;
    if (cells > MAX_CELLS || allRows > MAX_ROWS) {
      throw tooLarge('tablesTooLarge', { row: rows, column: columns, rows: MAX_ROWS, cells: MAX_CELLS });
    }
  }
};
