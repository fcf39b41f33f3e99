import { crc32, deflateRawSync } from 'node:zlib';

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
    if (zip.entryCount > MAX_ARCHIVE_ENTRIES) throw tooLarge(`it holds more than ${MAX_ARCHIVE_ENTRIES} parts`);
    return zip;
  } catch (error) {
    throw error instanceof FileUnreadable ? error : damaged(error);
  }
};

/** Whether a zip archive has this part, by its directory, without unpacking. Throws `FileUnreadable`. */
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
 * The wanted parts of a zip archive. Its directory must not promise more than the limit, and what comes out is counted
 * once more, because a directory may lie. Throws `FileUnreadable`.
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
        throw tooLarge(`unpacked it has more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB`);
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
    if (size > maxBytes) throw tooLarge(`unpacked it has more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB`);
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
};

/** Office files are XML without declarations of their own; those that have some are made to explode while they are read. */
export const assertNoDeclarations = (parts: Unpacked): void => {
  for (const part of parts.values()) {
    const text = part.toString('latin1');
    if (/<!(DOCTYPE|ENTITY)/i.test(text.replaceAll('\0', ''))) throw damaged(new Error('XML with declarations'));
  }
};

const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_RECORD_BYTES = 22;

/** A zip archive of these parts, so that a library which unpacks by itself gets nothing but what was counted here. */
export const createZip = (parts: Unpacked): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const title = Buffer.from(name, 'utf8');
    const body = deflateRawSync(content, { level: 1 });
    const shared = sharedHeader(content, body, title.length);
    const local = Buffer.alloc(LOCAL_HEADER_BYTES);
    local.writeUInt32LE(0x04034b50, 0);
    shared.copy(local, 4);
    const central = Buffer.alloc(CENTRAL_HEADER_BYTES);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    shared.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    bodies.push(local, title, body);
    directory.push(central, title);
    offset += LOCAL_HEADER_BYTES + title.length + body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(END_RECORD_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
};

/** What a part's own header and its line in the directory have in common: version, flags, method, sums and lengths. */
const sharedHeader = (content: Buffer, body: Buffer, titleLength: number): Buffer => {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x0800, 2); // names are UTF-8
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(body.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(titleLength, 22);
  return header;
};
