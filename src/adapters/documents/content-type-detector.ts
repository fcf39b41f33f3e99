import { FileRefused, FileUnreadable } from '../../domain/files/errors.ts';
import { type DetectedType, FileTypeDetector } from '../../domain/files/ports/documents.ts';
import type { FileKind } from '../../domain/files/ports/file-repository.ts';
import { detectImageType } from '../../platform/image-type.ts';
import { extensionOf, KIND_BY_EXTENSION, kindOf } from '../../shared/file-formats.ts';
import { MEDIA_TYPES } from '../../shared/media-types.ts';
import { decodePrefix } from './decode-text.ts';
import { listExtensions } from './describe-formats.ts';
import { isSvg } from './is-svg.ts';
import { looksLikeMail } from './mail-head.ts';
import { archiveMimeType, hasPart } from './zip.ts';
import { FILE_FAILURES, type FileFailureKey, formatFileFailure } from '../../shared/file-failures.ts';

/** Enough to identify every type; more would let a file decide how long it is inspected. */
const SNIFF_BYTES = 4100;
const TYPE_UNKNOWN = formatFileFailure('typeUnknown', { extensions: listExtensions() });

interface ArchiveFormat {
  readonly part: string;
  /** What the archive says of itself where its format has it do so. */
  readonly mimeType?: string;
}

/** Formats that are zip archives, by the part that only they have. */
const ARCHIVE_FORMATS: ReadonlyMap<string, ArchiveFormat> = new Map<string, ArchiveFormat>([
  ['docx', { part: 'word/document.xml' }],
  ['xlsx', { part: 'xl/workbook.xml' }],
  ['pptx', { part: 'ppt/presentation.xml' }],
  ['odt', { part: 'content.xml', mimeType: 'application/vnd.oasis.opendocument.text' }],
  ['epub', { part: 'META-INF/container.xml', mimeType: 'application/epub+zip' }],
]);

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** Compressed files are identified by these bytes alone: nothing is unpacked here. */
const ZIP = [0x50, 0x4b];
const GZIP = [0x1f, 0x8b];
/** Office files with a password, and those from before 2007. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

type Mismatch = Extract<FileFailureKey, `content${string}`>;

/** Types with a parser of their own, although they may consist of text. */
const NON_TEXT_MIME = /^image\/|pdf$|postscript$/;

/** Detects by magic bytes, by a zip archive's directory, or by text and extension; content and name must agree. */
export class ContentTypeDetector extends FileTypeDetector {
  guessKind(name: string): FileKind | undefined {
    return kindOf(name);
  }

  async detect(name: string, bytes: Uint8Array): Promise<DetectedType> {
    const extension = extensionOf(name);
    if (extension === 'svg') throw new FileRefused(name, FILE_FAILURES.svg);
    const found = await this.decideByBytes(name, extension, bytes);
    if (found) return found;
    const text = textFormat(extension);
    if (!text) throw new FileRefused(name, TYPE_UNKNOWN);
    const beginning = decodePrefix(bytes, SNIFF_BYTES);
    if (beginning === undefined) throw mismatch(name, 'contentNoText');
    if (text.kind === 'mail' && !looksLikeMail(beginning)) throw mismatch(name, 'contentNoMail');
    if (isSvg(beginning)) throw new FileRefused(name, FILE_FAILURES.svgInside);
    return text;
  }

  private async decideByBytes(name: string, extension: string, bytes: Uint8Array): Promise<DetectedType | undefined> {
    const archive = ARCHIVE_FORMATS.get(extension);
    if (archive) return decideArchive(name, archive, bytes);
    const mime = await sniffMime(bytes);
    if (mime === undefined) {
      if (isBinary(extension)) throw mismatch(name, 'contentUnknown');
      return undefined;
    }
    const decided = matchMimeAndExtension(mime, extension);
    if (decided) return decided;
    // Some texts begin like other types (XML, subtitles); a text's type follows from its extension.
    const isText = textFormat(extension) !== undefined;
    if (isText && !NON_TEXT_MIME.test(mime) && decodePrefix(bytes, SNIFF_BYTES) !== undefined) return undefined;
    if (!isBinary(extension) && !isText) return undefined;
    throw mismatch(name, 'contentDiffers', mime);
  }
}

const isBinaryKind = (kind: FileKind | undefined): boolean => kind === 'pdf' || kind === 'image';
const isBinary = (extension: string): boolean => isBinaryKind(KIND_BY_EXTENSION.get(extension));

const formatOf = (extension: string): DetectedType | undefined => {
  const [kind, media] = [KIND_BY_EXTENSION.get(extension), MEDIA_TYPES.get(extension)];
  return kind && media && { kind, type: media.type };
};

/** The format of a file of text; undefined for an extension of anything else. */
const textFormat = (extension: string): DetectedType | undefined =>
  isBinary(extension) || ARCHIVE_FORMATS.has(extension) ? undefined : formatOf(extension);

/** An image or PDF whose name does not contradict it. */
const matchMimeAndExtension = (mime: string, extension: string): DetectedType | undefined => {
  const [known] = [...MEDIA_TYPES].find(([each, { type }]) => type === mime && isBinary(each)) ?? [];
  const kind = known === undefined ? undefined : KIND_BY_EXTENSION.get(known);
  const agrees = extension === '' || KIND_BY_EXTENSION.get(extension) === kind;
  return kind !== undefined && agrees ? { kind, type: mime } : undefined;
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

const decideArchive = async (
  name: string,
  { part, mimeType }: ArchiveFormat,
  bytes: Uint8Array,
): Promise<DetectedType> => {
  const extension = extensionOf(name);
  if (beginsWith(bytes, OLD_OFFICE)) throw new FileRefused(name, FILE_FAILURES.oldOffice);
  if (!beginsWith(bytes, ZIP)) throw mismatch(name, 'contentUnknown');
  const declared = archiveMimeType(bytes);
  const format = formatOf(extension);
  const agrees = declared === undefined || mimeType === undefined || declared === mimeType;
  try {
    if (format && agrees && (await hasPart(bytes, part))) return format;
  } catch (error) {
    throw error instanceof FileUnreadable ? new FileRefused(name, error.message) : error;
  }
  throw mismatch(name, 'contentOtherArchive');
};

const mismatch = (name: string, failure: Mismatch, content = ''): FileRefused =>
  new FileRefused(name, formatFileFailure(failure, { type: extensionOf(name).toUpperCase(), content }));
