import { zipSync } from 'fflate';
import type { Entry, ZipFile } from 'yauzl';

import { FileUnreadable } from '../../domain/files/errors.ts';
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from './limits.ts';
import { damaged, encrypted, tooLarge } from './document-errors.ts';

export type Unpacked = ReadonlyMap<string, Buffer>;

const openZip = async (bytes: Uint8Array): Promise<ZipFile> => {
  const { fromBufferPromise } = await import('yauzl');
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
    });
    if (zip.entryCount > MAX_ARCHIVE_ENTRIES) throw tooLarge('tooManyParts', { limit: MAX_ARCHIVE_ENTRIES });
    return zip;
  } catch (error) {
    throw error instanceof FileUnreadable ? error : damaged(error);
  }
};

/** Offsets in the header of a zip archive's first part. */
const [SIZE_AT, NAME_LENGTH_AT, EXTRA_LENGTH_AT, NAME_AT] = [18, 26, 28, 30];
const MIME_TYPE_PART = 'mimetype';
const MAX_MIME_TYPE_LENGTH = 100;

/** What OpenDocument files and e-books say they are: their first part, stored as it is. Undefined without one. */
export const archiveMimeType = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 400));
  if (head.length < NAME_AT || head.readUInt16LE(NAME_LENGTH_AT) !== MIME_TYPE_PART.length) return undefined;
  const from = NAME_AT + MIME_TYPE_PART.length;
  if (head.toString('latin1', NAME_AT, from) !== MIME_TYPE_PART) return undefined;
  const start = from + head.readUInt16LE(EXTRA_LENGTH_AT);
  return head.toString('latin1', start, start + Math.min(head.readUInt32LE(SIZE_AT), MAX_MIME_TYPE_LENGTH)).trim();
};

/** Whether a zip archive has this part, by its directory. Throws `FileUnreadable`. */
export const hasPart = async (bytes: Uint8Array, part: string): Promise<boolean> => {
  const zip = await openZip(bytes);
  try {
    for await (const { fileName } of zip.eachEntry()) if (fileName === part) return true;
  } catch (error) {
    throw damaged(error);
  }
  return false;
};

/**
 * Unpacks the wanted parts. The directory must declare less than the limit, and output is counted again, because a
 * directory may lie. Throws `FileUnreadable`.
 */
export const unpack = async (bytes: Uint8Array, isWanted: (name: string) => boolean): Promise<Unpacked> => {
  const zip = await openZip(bytes);
  const parts = new Map<string, Buffer>();
  let remaining = MAX_UNPACKED_BYTES;
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry.fileName)) continue;
      if (entry.isEncrypted()) throw encrypted();
      if (entry.uncompressedSize > remaining)
        throw tooLarge('tooLargeUnpacked', { limit: MAX_UNPACKED_BYTES / 1024 / 1024 });
      const part = await readEntry(zip, entry, remaining);
      remaining -= part.length;
      parts.set(entry.fileName, part);
    }
  } catch (error) {
    throw error instanceof FileUnreadable ? error : damaged(error);
  }
  return parts;
};

const readEntry = async (zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> => {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const piece = Buffer.from(chunk);
    size += piece.length;
    if (size > maxBytes) throw tooLarge('tooLargeUnpacked', { limit: MAX_UNPACKED_BYTES / 1024 / 1024 });
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
};

/** Office files are XML without declarations; declarations are used for entity expansion attacks. */
export const assertNoDeclarations = (parts: Unpacked): void => {
  for (const part of parts.values()) {
    const text = part.toString('latin1');
    if (/<!(DOCTYPE|ENTITY)/i.test(text.replaceAll('\0', ''))) throw damaged(new Error('XML with declarations'));
  }
};

/**
 * A zip archive of these parts, so that a library that unpacks by itself gets only what was counted. Stored without
 * compression, because it is read once.
 */
export const createZip = (parts: Unpacked): Buffer => {
  const { buffer, byteOffset, byteLength } = zipSync(Object.fromEntries(parts), { level: 0 });
  return Buffer.from(buffer, byteOffset, byteLength);
};
