/** Pages of a document. */
export const MOST_PAGES = 2000;
/** Letters of text in a document; about five thick books. */
export const MOST_TEXT = 10_000_000;
/** Bytes of all that is read out of a zip archive. */
export const MOST_UNPACKED = 80 * 1024 * 1024;
/** Files in a zip archive. */
export const MOST_ENTRIES = 5000;
/** Cells of a table, empty ones counted. */
export const MOST_CELLS = 1_000_000;
/** Rows of a workbook, empty ones counted: its reader slows down beyond. */
export const MOST_ROWS = 200_000;
/** Rows of a table that make one block. */
export const ROWS_PER_BLOCK = 20;
/** Letters of a table's first row that each of its blocks repeats. */
export const MOST_HEAD = 2000;
/** Pieces of text that all pages of a PDF show; pages may share one content, so its bytes say nothing of them. */
export const MOST_PIECES = 500_000;
/** Bytes of one stream of a PDF, unpacked; those of pages have a few at most, and pictures are not unpacked for their text. */
export const MOST_STREAM = 48 * 1024 * 1024;
