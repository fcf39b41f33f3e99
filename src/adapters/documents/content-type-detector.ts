import { FileRefused, FileUnreadable } from '../../domain/files/errors.ts';
import { type DetectedType, type FileKind, FileTypeDetector } from '../../domain/files/ports.ts';
import { detectImageType } from '../../platform/image-type.ts';
import { decodePrefix } from './decode-text.ts';
import { isSvg } from './is-svg.ts';
import { hasPart } from './zip.ts';

/** Enough to identify every type; more would let a file decide how long it is inspected. */
const SNIFF_BYTES = 4100;
const ALLOWED_TEXT =
  'Allowed are images (JPG, PNG, GIF, WebP), PDF, text, Markdown, code, HTML, Word (docx), Excel (xlsx) and CSV files.';

const code = (type: string): DetectedType => ({ kind: 'code', type });

const TEXT_TYPES: ReadonlyMap<string, DetectedType> = new Map<string, DetectedType>([
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

const IMAGE_EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'webp'];
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

interface OfficeFormat {
  readonly part: string;
  readonly decided: DetectedType;
}

const OFFICE_FORMATS: ReadonlyMap<string, OfficeFormat> = new Map<string, OfficeFormat>([
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

const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** Compressed files are identified by these bytes alone: nothing is unpacked here. */
const ZIP = [0x50, 0x4b];
const GZIP = [0x1f, 0x8b];
/** Office files with a password, and those from before 2007. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

/** Types with a parser of their own, although they may consist of text. */
const NON_TEXT_MIME = /^image\/|pdf$|postscript$/;

/** Detects by magic bytes, by a zip archive's directory, or by text and extension; content and name must agree. */
export class ContentTypeDetector extends FileTypeDetector {
  guessKind(name: string): FileKind | undefined {
    const extension = extensionOf(name);
    if (IMAGE_EXTENSIONS.includes(extension)) return 'image';
    return extension === 'pdf' ? 'pdf' : (OFFICE_FORMATS.get(extension)?.decided ?? TEXT_TYPES.get(extension))?.kind;
  }

  async detect(name: string, bytes: Uint8Array): Promise<DetectedType> {
    const extension = extensionOf(name);
    if (extension === 'svg')
      throw new FileRefused(name, `SVG images are not taken because they can carry programs. ${ALLOWED_TEXT}`);
    const found = await this.decideByBytes(name, extension, bytes);
    if (found) return found;
    const text = TEXT_TYPES.get(extension);
    if (!text) throw new FileRefused(name, `this type of file is not taken. ${ALLOWED_TEXT}`);
    const beginning = decodePrefix(bytes, SNIFF_BYTES);
    if (beginning === undefined) throw mismatch(name, extension, 'no text');
    if (isSvg(beginning)) {
      throw new FileRefused(
        name,
        `its content is an SVG image, which is not taken because it can carry programs. ${ALLOWED_TEXT}`,
      );
    }
    return text;
  }

  private async decideByBytes(name: string, extension: string, bytes: Uint8Array): Promise<DetectedType | undefined> {
    const office = OFFICE_FORMATS.get(extension);
    if (office) return decideOfficeFile(name, office, bytes);
    const mime = await sniffMime(bytes);
    if (mime === undefined) {
      if (isBinary(extension)) throw mismatch(name, extension, 'something else');
      return undefined;
    }
    const decided = matchMimeAndExtension(mime, extension);
    if (decided) return decided;
    // Some texts begin like other types (XML, subtitles); a text's type follows from its extension.
    if (TEXT_TYPES.has(extension) && !NON_TEXT_MIME.test(mime) && decodePrefix(bytes, SNIFF_BYTES) !== undefined)
      return undefined;
    if (!isBinary(extension) && !TEXT_TYPES.has(extension)) return undefined;
    throw mismatch(name, extension, mime);
  }
}

const isBinary = (extension: string): boolean => extension === 'pdf' || IMAGE_EXTENSIONS.includes(extension);

/** An image or PDF whose name does not contradict it. */
const matchMimeAndExtension = (mime: string, extension: string): DetectedType | undefined => {
  if (IMAGE_TYPES.has(mime) && (extension === '' || IMAGE_EXTENSIONS.includes(extension)))
    return { kind: 'image', type: mime };
  return mime === 'application/pdf' && (extension === '' || extension === 'pdf')
    ? { kind: 'pdf', type: mime }
    : undefined;
};

const sniffMime = async (bytes: Uint8Array): Promise<string | undefined> => {
  if (beginsWith(bytes, ZIP)) return 'application/zip';
  if (beginsWith(bytes, GZIP)) return 'application/gzip';
  const image = detectImageType(bytes);
  if (image !== undefined) return `image/${image}`;
  try {
    const { fileTypeFromBuffer } = await import('file-type'); // loaded with the first file
    return (await fileTypeFromBuffer(bytes.subarray(0, SNIFF_BYTES)))?.mime;
  } catch {
    return undefined; // the file is truncated
  }
};

const decideOfficeFile = async (
  name: string,
  { part, decided }: OfficeFormat,
  bytes: Uint8Array,
): Promise<DetectedType> => {
  if (beginsWith(bytes, OLD_OFFICE))
    throw new FileRefused(
      name,
      'it is protected with a password, or in the format of old Office versions. Save it anew without a password.',
    );
  if (!beginsWith(bytes, ZIP)) throw mismatch(name, extensionOf(name), 'something else');
  try {
    if (await hasPart(bytes, part)) return decided;
  } catch (error) {
    throw error instanceof FileUnreadable ? new FileRefused(name, error.message) : error;
  }
  throw mismatch(name, extensionOf(name), 'another archive');
};

const mismatch = (name: string, extension: string, content: string): FileRefused =>
  new FileRefused(name, `its name says ${extension.toUpperCase()}, but its content is ${content}. ${ALLOWED_TEXT}`);
