import type { TextBlock } from '../../domain/files/ports/documents.ts';
import { MAX_TEXT_LENGTH } from './limits.ts';
import { parseHtml } from './parse-html.ts';
import { textBlock, tableBlocks } from './parse-text.ts';
import { assertSheetSizes } from './sheet-size.ts';
import { damaged, tooLarge } from './document-errors.ts';
import { assertNoDeclarations, unpack, createZip } from './zip.ts';

/** The parts with text; images and fonts stay packed. */
const DOCX_PARTS = /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/;
const XLSX_PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml)$/;

const repackZip = async (bytes: Uint8Array, wanted: RegExp): Promise<Buffer> => {
  const parts = await unpack(bytes, (name) => wanted.test(name));
  assertNoDeclarations(parts);
  assertSheetSizes(parts);
  return createZip(parts);
};

/** A Word document. Throws `FileUnreadable`. */
export const parseDocx = async (bytes: Uint8Array): Promise<TextBlock[]> => {
  const buffer = await repackZip(bytes, DOCX_PARTS);
  try {
    const { default: mammoth } = await import('mammoth');
    const { value } = await mammoth.convertToHtml(
      { buffer },
      { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
    );
    return parseHtml(value);
  } catch (error) {
    throw damaged(error);
  }
};

const formatCell = (cell: unknown): string => {
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null || cell === undefined ? '' : String(cell);
};

/** Every sheet of an Excel workbook, under its name. Throws `FileUnreadable`. */
export const parseXlsx = async (bytes: Uint8Array): Promise<TextBlock[]> => {
  const buffer = await repackZip(bytes, XLSX_PARTS);
  const sheets = await parseSheets(buffer);
  let length = 0;
  const cellText = (cell: unknown): string => {
    const text = formatCell(cell);
    length += text.length; // shared strings are stored once and counted per cell
    if (length > MAX_TEXT_LENGTH) throw tooLarge('tooMuchText');
    return text;
  };
  return sheets.flatMap(({ sheet, data }) => {
    const rows = tableBlocks(data.map((row) => row.map(cellText)));
    return rows.length === 0 ? [] : [textBlock('heading', sheet, 1), ...rows];
  });
};

const parseSheets = async (buffer: Buffer) => {
  try {
    // This entry point starts no threads, which our limits would not cover.
    const { default: readWorkbook } = await import('read-excel-file/universal');
    return await readWorkbook(new Blob([new Uint8Array(buffer)]));
  } catch (error) {
    throw damaged(error);
  }
};
