import { FileRefused, FileUnreadable } from '../../domain/files/errors.ts';
import { type DecidedType, type FileKind, FileTypes } from '../../domain/files/ports.ts';
import { beginningOf } from './decode-text.ts';
import { beginsWithSvg } from './svg.ts';
import { holdsPart } from './zip.ts';

/** Enough to know every type by its first bytes; more would let a file decide how long we look. */
const LOOKED_AT = 4100;
const ALLOWED =
  'Allowed are images (JPG, PNG, GIF, WebP), PDF, text, Markdown, code, HTML, Word (docx), Excel (xlsx) and CSV files.';

const code = (type: string): DecidedType => ({ kind: 'code', type });

const TEXTS: ReadonlyMap<string, DecidedType> = new Map<string, DecidedType>([
  ['txt', { kind: 'text', type: 'text/plain' }],
  ['md', { kind: 'markdown', type: 'text/markdown' }],
  ['html', { kind: 'html', type: 'text/html' }],
  ['csv', { kind: 'sheet', type: 'text/csv' }],
  ['js', code('text/javascript')],
  ['jsx', code('text/javascript')],
  ['ts', code('text/x-typescript')],
  ['tsx', code('text/x-typescript')],
  ['py', code('text/x-python')],
  ['java', code('text/x-java')],
  ['cpp', code('text/x-c++')],
  ['c', code('text/x-c')],
  ['h', code('text/x-c')],
  ['css', code('text/css')],
]);

const IMAGE_ENDINGS = ['jpg', 'jpeg', 'png', 'gif', 'webp'];
const IMAGES: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
]);

interface Office {
  readonly part: string;
  readonly decided: DecidedType;
}

const OFFICE: ReadonlyMap<string, Office> = new Map<string, Office>([
  [
    'docx',
    {
      part: 'word/document.xml',
      decided: { kind: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
    },
  ],
  [
    'xlsx',
    {
      part: 'xl/workbook.xml',
      decided: { kind: 'sheet', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    },
  ],
]);

const endingOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** Packed files are told by these alone: a look inside would unpack what a stranger packed. */
const ZIP = [0x50, 0x4b];
const GZIP = [0x1f, 0x8b];
/** Office files with a password, and those of before 2007. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

/** What is read by other means than its letters, although it may be written in nothing but letters. */
const OTHER = /^image\/|pdf$|postscript$/;

/** Decides by the first bytes, by the directory of a zip archive, or by the text and the ending; both have to agree. */
export class ContentTypes extends FileTypes {
  expected(name: string): FileKind | undefined {
    const ending = endingOf(name);
    if (IMAGE_ENDINGS.includes(ending)) return 'image';
    return ending === 'pdf' ? 'pdf' : (OFFICE.get(ending)?.decided ?? TEXTS.get(ending))?.kind;
  }

  async decide(name: string, bytes: Uint8Array): Promise<DecidedType> {
    const ending = endingOf(name);
    if (ending === 'svg')
      throw new FileRefused(name, `SVG images are not taken because they can carry programs. ${ALLOWED}`);
    const found = await this.byFirstBytes(name, ending, bytes);
    if (found) return found;
    const text = TEXTS.get(ending);
    if (!text) throw new FileRefused(name, `this type of file is not taken. ${ALLOWED}`);
    const beginning = beginningOf(bytes, LOOKED_AT);
    if (beginning === undefined) throw mismatch(name, ending, 'no text');
    if (beginsWithSvg(beginning)) {
      throw new FileRefused(
        name,
        `its content is an SVG image, which is not taken because it can carry programs. ${ALLOWED}`,
      );
    }
    return text;
  }

  private async byFirstBytes(name: string, ending: string, bytes: Uint8Array): Promise<DecidedType | undefined> {
    const office = OFFICE.get(ending);
    if (office) return officeFile(name, office, bytes);
    const mime = await typeByFirstBytes(bytes);
    if (mime === undefined) {
      if (isBinary(ending)) throw mismatch(name, ending, 'something else');
      return undefined;
    }
    const known = bothAgree(mime, ending);
    if (known) return known;
    // Some texts begin like other types (XML, subtitles); what is text is decided by its ending.
    if (TEXTS.has(ending) && !OTHER.test(mime) && beginningOf(bytes, LOOKED_AT) !== undefined) return undefined;
    if (!isBinary(ending) && !TEXTS.has(ending)) return undefined;
    throw mismatch(name, ending, mime);
  }
}

const isBinary = (ending: string): boolean => ending === 'pdf' || IMAGE_ENDINGS.includes(ending);

/** An image or a PDF whose name says nothing else. */
const bothAgree = (mime: string, ending: string): DecidedType | undefined => {
  const image = IMAGES.get(mime);
  if (image !== undefined && (ending === '' || IMAGE_ENDINGS.includes(ending))) return { kind: 'image', type: image };
  return mime === 'application/pdf' && (ending === '' || ending === 'pdf') ? { kind: 'pdf', type: mime } : undefined;
};

const typeByFirstBytes = async (bytes: Uint8Array): Promise<string | undefined> => {
  if (beginsWith(bytes, ZIP)) return 'application/zip';
  if (beginsWith(bytes, GZIP)) return 'application/gzip';
  try {
    const { fileTypeFromBuffer } = await import('file-type'); // with the first file: the start need not wait for it
    return (await fileTypeFromBuffer(bytes.subarray(0, LOOKED_AT)))?.mime;
  } catch {
    return undefined; // it ends where more was promised
  }
};

const officeFile = async (name: string, { part, decided }: Office, bytes: Uint8Array): Promise<DecidedType> => {
  if (beginsWith(bytes, OLD_OFFICE))
    throw new FileRefused(
      name,
      'it is protected with a password, or in the format of old Office versions. Save it anew without a password.',
    );
  if (!beginsWith(bytes, ZIP)) throw mismatch(name, endingOf(name), 'something else');
  try {
    if (await holdsPart(bytes, part)) return decided;
  } catch (error) {
    throw error instanceof FileUnreadable ? new FileRefused(name, error.message) : error;
  }
  throw mismatch(name, endingOf(name), 'another archive');
};

const mismatch = (name: string, ending: string, content: string): FileRefused =>
  new FileRefused(name, `its name says ${ending.toUpperCase()}, but its content is ${content}. ${ALLOWED}`);
