/** Pages of a document. */
export const MAX_PAGES = 2000;
/** Characters of text in a document; about five thick books. */
export const MAX_TEXT_LENGTH = 10_000_000;
/** Bytes unpacked from a zip archive. */
export const MAX_UNPACKED_BYTES = 80 * 1024 * 1024;
/** Files in a zip archive. */
export const MAX_ARCHIVE_ENTRIES = 5000;
/** Cells of a table, empty ones included. */
export const MAX_CELLS = 1_000_000;
/** Rows of a workbook, empty ones included: the parser slows down beyond. */
export const MAX_ROWS = 200_000;
/** Rows per block of a table. */
export const ROWS_PER_BLOCK = 20;
/** Characters of a table's header that each block repeats. */
export const MAX_TABLE_HEAD_LENGTH = 2000;
/** Text items on all pages of a PDF; pages may share content, so its bytes say nothing of them. */
export const MAX_PDF_TEXT_ITEMS = 500_000;
/** Pixels of a picture in a PDF; larger ones are left out. */
export const MAX_PICTURE_PIXELS = 60_000_000;
/** Pixels of a page that is drawn from its pictures: about A4 with 300 dots per inch. */
export const MAX_PAGE_PIXELS = 9_000_000;
/** Pictures drawn on one page. */
export const MAX_PICTURES = 200;
/** Unpacked bytes of one picture in a PDF. */
export const MAX_PDF_PICTURE_BYTES = 120 * 1024 * 1024;
/** Unpacked bytes of one PDF stream; pages have a few megabytes at most, and images are not unpacked for text. */
export const MAX_PDF_STREAM_BYTES = 24 * 1024 * 1024;
