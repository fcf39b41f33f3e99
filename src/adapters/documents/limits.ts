/** Pages of a document. */
export const MAX_PAGES = 2000;
/** Letters of text in a document; about five thick books. */
export const MAX_TEXT_LENGTH = 10_000_000;
/** Bytes of all that is read out of a zip archive. */
export const MAX_UNPACKED_BYTES = 80 * 1024 * 1024;
/** Files in a zip archive. */
export const MAX_ARCHIVE_ENTRIES = 5000;
/** Cells of a table, empty ones counted. */
export const MAX_CELLS = 1_000_000;
/** Rows of a workbook, empty ones counted: its reader slows down beyond. */
export const MAX_ROWS = 200_000;
/** Rows of a table that make one block. */
export const ROWS_PER_BLOCK = 20;
/** Letters of a table's first row that each of its blocks repeats. */
export const MAX_TABLE_HEAD_LENGTH = 2000;
/** Pieces of text that all pages of a PDF show; pages may share one content, so its bytes say nothing of them. */
export const MAX_PDF_TEXT_ITEMS = 500_000;
/** Bytes of one stream of a PDF, unpacked; those of pages have a few at most, and pictures are not unpacked for their text. */
export const MAX_PDF_STREAM_BYTES = 48 * 1024 * 1024;
