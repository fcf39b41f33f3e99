import type { TextBlock } from '../../domain/files/ports.ts';
import { MOST_TEXT } from './limits.ts';
import { readHtml } from './read-html.ts';
import { block, tableBlocks } from './read-text.ts';
import { refuseFarCells } from './sheet-extent.ts';
import { damaged, tooLarge } from './unreadable.ts';
import { refuseDeclarations, unpack, zipOf } from './zip.ts';

/** The parts that hold words; pictures and fonts are left packed. */
const WORDS = /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/;
const CELLS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml)$/;

const cleanZip = async (bytes: Uint8Array, wanted: RegExp): Promise<Buffer> => {
  const parts = await unpack(bytes, (name) => wanted.test(name));
  refuseDeclarations(parts);
  refuseFarCells(parts);
  return zipOf(parts);
};

/** A Word document. Throws `FileUnreadable`. */
export const readDocx = async (bytes: Uint8Array): Promise<TextBlock[]> => {
  const buffer = await cleanZip(bytes, WORDS);
  try {
    const { default: mammoth } = await import('mammoth');
    const { value } = await mammoth.convertToHtml(
      { buffer },
      { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
    );
    return readHtml(value);
  } catch (error) {
    throw damaged(error);
  }
};

const written = (cell: unknown): string => {
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null || cell === undefined ? '' : String(cell);
};

/** Every sheet of an Excel workbook, each under its name. Throws `FileUnreadable`. */
export const readXlsx = async (bytes: Uint8Array): Promise<TextBlock[]> => {
  const buffer = await cleanZip(bytes, CELLS);
  const sheets = await sheetsIn(buffer);
  let letters = 0;
  const cellText = (cell: unknown): string => {
    const text = written(cell);
    letters += text.length; // a text that many cells share is stored once, and read by each
    if (letters > MOST_TEXT) throw tooLarge('it has more text than ten million letters');
    return text;
  };
  return sheets.flatMap(({ sheet, data }) => {
    const rows = tableBlocks(data.map((row) => row.map(cellText)));
    return rows.length === 0 ? [] : [block('heading', sheet, 1), ...rows];
  });
};

const sheetsIn = async (buffer: Buffer) => {
  try {
    // This entrance starts no threads of its own, which our limits would not reach.
    const { default: readWorkbook } = await import('read-excel-file/universal');
    return await readWorkbook(new Blob([new Uint8Array(buffer)]));
  } catch (error) {
    throw damaged(error);
  }
};
