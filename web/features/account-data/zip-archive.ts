/* Reads single files of a zip archive, however large it is: only its directory and the files that are asked for. */

/** The archive is damaged, encrypted or divided. */
export class UnreadableArchive extends Error {}

/** There is more in it than may be unpacked. */
export class ArchiveTooLarge extends UnreadableArchive {}

export interface ArchiveEntry {
  readonly path: string;
  /** Neither encrypted nor compressed in another way than `deflate`. */
  readonly isReadable: boolean;
  readonly isStored: boolean;
  /** Bytes as they lie in the archive. */
  readonly packedBytes: number;
  /** Where its header begins. */
  readonly offset: number;
}

const SIGNATURES = {
  file: 0x04034b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;
const LENGTHS = { file: 30, entry: 46, end: 22, end64: 56, locator64: 20 } as const;
const MAX_COMMENT_LENGTH = 0xff_ff;
const MAX_DIRECTORY_BYTES = 50_000_000;
const MAX_ENTRIES = 100_000;
const STORED = 0;
const DEFLATED = 8;
/** Encrypted; strongly encrypted; with an encrypted directory. */
const ENCRYPTION_FLAGS = 0x2041;
const ZIP64_FIELD = 1;
/** Stands where the number is in the zip64 field. */
const ELSEWHERE = 0xff_ff_ff_ff;

const viewOf = async (blob: Blob): Promise<DataView<ArrayBuffer>> => new DataView(await blob.arrayBuffer());

const getUint64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** The structure that begins there. Throws `UnreadableArchive` where another one or none does. */
const readAt = async (archive: Blob, offset: number, kind: keyof typeof LENGTHS): Promise<DataView> => {
  const view = await viewOf(archive.slice(offset, offset + LENGTHS[kind]));
  if (view.byteLength < LENGTHS[kind] || view.getUint32(0, true) !== SIGNATURES[kind]) throw new UnreadableArchive();
  return view;
};

export const isArchive = async (blob: Blob): Promise<boolean> => {
  const head = await viewOf(blob.slice(0, 4));
  return head.byteLength === 4 && head.getUint32(0, true) === SIGNATURES.file;
};

interface Place {
  readonly offset: number;
  readonly size: number;
}

/** `end`: where the last structure begins; the one with 64 bits is found before it. */
const findPlace64 = async (archive: Blob, end: number): Promise<Place> => {
  const locator = await readAt(archive, Math.max(0, end - LENGTHS.locator64), 'locator64');
  const end64 = await readAt(archive, getUint64(locator, 8), 'end64');
  return { size: getUint64(end64, 40), offset: getUint64(end64, 48) };
};

/** The directory: at the end, before a comment. */
const findDirectory = async (archive: Blob): Promise<DataView<ArrayBuffer>> => {
  const from = Math.max(0, archive.size - LENGTHS.end - MAX_COMMENT_LENGTH);
  const tail = await viewOf(archive.slice(from));
  for (let at = tail.byteLength - LENGTHS.end; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== SIGNATURES.end) continue;
    const place = { size: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true) };
    const isElsewhere = place.size === ELSEWHERE || place.offset === ELSEWHERE;
    const { size, offset } = isElsewhere ? await findPlace64(archive, from + at) : place;
    if (size > MAX_DIRECTORY_BYTES || offset + size > archive.size) continue;
    const directory = await viewOf(archive.slice(offset, offset + size));
    // A comment may have the mark of an end in it.
    if (directory.byteLength >= LENGTHS.entry && directory.getUint32(0, true) === SIGNATURES.entry) return directory;
  }
  throw new UnreadableArchive();
};

/** The numbers of a zip64 field, in their order: only those that stand there are in it. */
const readField64 = (directory: DataView, from: number, to: number): readonly number[] => {
  for (let at = from; at + 4 <= to;) {
    const [id, length] = [directory.getUint16(at, true), directory.getUint16(at + 2, true)];
    const end = Math.min(at + 4 + length, to);
    if (id === ZIP64_FIELD) {
      const numbers: number[] = [];
      for (let number = at + 4; number + 8 <= end; number += 8) numbers.push(getUint64(directory, number));
      return numbers;
    }
    at = end;
  }
  return [];
};

const readEntry = (directory: DataView<ArrayBuffer>, at: number): ArchiveEntry & { readonly end: number } => {
  const [flags, method] = [directory.getUint16(at + 8, true), directory.getUint16(at + 10, true)];
  const pathEnd = at + LENGTHS.entry + directory.getUint16(at + 28, true);
  const fieldsEnd = Math.min(pathEnd + directory.getUint16(at + 30, true), directory.byteLength);
  const in64 = [...readField64(directory, pathEnd, fieldsEnd)];
  const [, packedBytes = ELSEWHERE, offset = ELSEWHERE] = [24, 20, 42].map((field) => {
    const number = directory.getUint32(at + field, true);
    return number === ELSEWHERE ? (in64.shift() ?? ELSEWHERE) : number;
  });
  return {
    path: new TextDecoder().decode(directory.buffer.slice(at + LENGTHS.entry, pathEnd)),
    isReadable: (flags & ENCRYPTION_FLAGS) === 0 && (method === STORED || method === DEFLATED),
    isStored: method === STORED,
    packedBytes,
    offset,
    end: fieldsEnd + directory.getUint16(at + 32, true),
  };
};

/** What the directory lists. Throws `UnreadableArchive`. */
export const listEntries = async (archive: Blob): Promise<readonly ArchiveEntry[]> => {
  const directory = await findDirectory(archive);
  const entries: ArchiveEntry[] = [];
  for (let at = 0; at + LENGTHS.entry <= directory.byteLength;) {
    if (directory.getUint32(at, true) !== SIGNATURES.entry) break;
    if (entries.length === MAX_ENTRIES) throw new UnreadableArchive();
    const { end, ...entry } = readEntry(directory, at);
    entries.push(entry);
    at = end;
  }
  return entries;
};

/** Passes bytes on up to a number of them. What a directory says of the size is not asked: it may lie. */
const limitTo = (maxBytes: number): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new ArchiveTooLarge());
      else controller.enqueue(chunk);
    },
  });
};

/** A file of the archive, unpacked. Throws `UnreadableArchive`; `ArchiveTooLarge` for more than `maxBytes`. */
export const unpackEntry = async (archive: Blob, entry: ArchiveEntry, maxBytes: number): Promise<Blob> => {
  const { path, isReadable, isStored, packedBytes, offset } = entry;
  if (!isReadable) throw new UnreadableArchive();
  const header = await readAt(archive, offset, 'file');
  const pathAt = offset + LENGTHS.file;
  const pathEnd = pathAt + header.getUint16(26, true);
  // A header of another file: the directory was made to show what is not there.
  if ((await archive.slice(pathAt, pathEnd).text()) !== path) throw new UnreadableArchive();
  const start = pathEnd + header.getUint16(28, true);
  const data = archive.slice(start, start + packedBytes);
  if (data.size < packedBytes) throw new UnreadableArchive();
  if (isStored && packedBytes > maxBytes) throw new ArchiveTooLarge();
  if (isStored) return data;
  try {
    const plain = data.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(limitTo(maxBytes));
    return await new Response(plain).blob();
  } catch (error) {
    throw error instanceof UnreadableArchive ? error : new UnreadableArchive();
  }
};
