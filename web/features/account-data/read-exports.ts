import { isRecord } from '../../../src/shared/schema.ts';

/** `archive`: no conversations can be read from it. `export`: no JSON. `size`: too large to be read or divided. */
type Fault = 'archive' | 'export' | 'size';

export class UnreadableFile extends Error {
  constructor(readonly reason: Fault) {
    super(reason);
  }
}

/** Longer texts are no string of a browser. */
const MAX_TEXT_BYTES = 500_000_000;
/** Of an archive: a small one may name the same bytes a million times, and they may be any number unpacked. */
const ARCHIVE_LIMITS = { files: 20_000, fileBytes: MAX_TEXT_BYTES, bytes: 2_000_000_000 };
/** Of one request; the server refuses 20 000. */
const MAX_CHATS = 5000;

const parseJson = async (blob: Blob): Promise<unknown> => {
  if (blob.size > MAX_TEXT_BYTES) throw new UnreadableFile('size');
  const text = await blob.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableFile('export');
  }
};

const toList = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

/** Other products' exports are a list of chats; Parley's own has it beside other data, which no import reads. */
const listChats = (file: unknown) => {
  const own = isRecord(file) ? toList(file['chats']) : undefined;
  if (own) return { chats: own, head: '{"product":"Parley","chats":[', tail: ']}' };
  const chats = toList(file);
  return chats && { chats, head: '[', tail: ']' };
};

const titleOf = (chat: unknown): string => {
  const { title, name } = isRecord(chat) ? chat : {};
  return typeof title === 'string' ? title : typeof name === 'string' ? name : '';
};

type OnLeft = (title: string) => void;

/** Undefined where it is nested too deep. */
const writeChat = (chat: unknown): Blob | undefined => {
  try {
    return new Blob([JSON.stringify(chat) ?? 'null']);
  } catch {
    return undefined;
  }
};

/** The chats in files that may each be sent. One that is too large by itself is left out. */
async function* divide(blob: Blob, maxBytes: number, onLeft: OnLeft): AsyncGenerator<Blob, void> {
  if (blob.size <= maxBytes) {
    yield blob;
    return;
  }
  const list = listChats(await parseJson(blob));
  if (!list) throw new UnreadableFile('size');
  const room = maxBytes - list.head.length - list.tail.length;
  let part: Blob[] = [];
  let bytes = 0;
  const take = (): Blob => {
    const taken = new Blob([list.head, ...part.flatMap((chat, at) => (at === 0 ? [chat] : [',', chat])), list.tail]);
    [part, bytes] = [[], 0];
    return taken;
  };
  for (const chat of list.chats) {
    const written = writeChat(chat);
    if (!written || written.size > room) {
      onLeft(titleOf(chat));
      continue;
    }
    if (part.length === MAX_CHATS || bytes + written.size + part.length > room) yield take();
    part.push(written);
    bytes += written.size;
  }
  if (part.length > 0) yield take();
}

interface Entry {
  readonly path: string;
  readonly isStored: boolean;
  /** Bytes as they lie in the archive. */
  readonly size: number;
  /** Where its header begins. */
  readonly offset: number;
}

const viewOf = async (blob: Blob): Promise<DataView<ArrayBuffer>> => new DataView(await blob.arrayBuffer());

const FILE_SIGNATURE = 0x04034b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const HEADER_LENGTH = 30;
const MAX_COMMENT_LENGTH = 0xff_ff;
const MAX_DIRECTORY_BYTES = 50_000_000;
const DEFLATED = 8;

const isArchive = async (blob: Blob): Promise<boolean> => {
  const head = await viewOf(blob.slice(0, 4));
  return head.byteLength === 4 && head.getUint32(0, true) === FILE_SIGNATURE;
};

/** Where the directory is said to lie: at the end, before a comment. */
const findDirectory = async (blob: Blob): Promise<Blob> => {
  const tail = await viewOf(blob.slice(Math.max(0, blob.size - END_LENGTH - MAX_COMMENT_LENGTH)));
  for (let at = tail.byteLength - END_LENGTH; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END_SIGNATURE) continue;
    const [size, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
    if (size <= MAX_DIRECTORY_BYTES && offset + size <= blob.size) return blob.slice(offset, offset + size);
  }
  throw new UnreadableFile('archive');
};

const listEntries = async (archive: Blob): Promise<readonly Entry[]> => {
  const directory = await viewOf(await findDirectory(archive));
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_LENGTH <= directory.byteLength;) {
    if (directory.getUint32(at, true) !== ENTRY_SIGNATURE) break;
    const [method, length] = [directory.getUint16(at + 10, true), directory.getUint16(at + 28, true)];
    const end = at + ENTRY_LENGTH + length;
    const path = new TextDecoder().decode(directory.buffer.slice(at + ENTRY_LENGTH, end));
    const [size, offset] = [directory.getUint32(at + 20, true), directory.getUint32(at + 42, true)];
    if (method === 0 || method === DEFLATED) entries.push({ path, isStored: method === 0, size, offset });
    at = end + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
};

/** Passes bytes on, up to as many. */
const limitTo = (maxBytes: number): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0;
  return new TransformStream({
    transform(part, out) {
      bytes += part.length;
      if (bytes > maxBytes) out.error(new UnreadableFile('size'));
      else out.enqueue(part);
    },
  });
};

const readEntry = async (archive: Blob, { isStored, size, offset }: Entry, maxBytes: number): Promise<Blob> => {
  const header = await viewOf(archive.slice(offset, offset + HEADER_LENGTH));
  if (header.byteLength < HEADER_LENGTH || header.getUint32(0, true) !== FILE_SIGNATURE)
    throw new UnreadableFile('archive');
  const start = offset + HEADER_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  const data = archive.slice(start, start + size);
  if (isStored && size > maxBytes) throw new UnreadableFile('size');
  if (isStored) return data;
  try {
    const unpacked = data.stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return await new Response(unpacked.pipeThrough(limitTo(maxBytes))).blob();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('archive');
  }
};

const nameOf = ({ path }: Entry): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** The conversations by their usual name; else every file of JSON, as where each conversation is a file. */
const chooseEntries = (entries: readonly Entry[]): readonly Entry[] => {
  const json = entries.filter((entry) => nameOf(entry).endsWith('.json') && !entry.path.startsWith('__MACOSX/'));
  const named = json.filter((entry) => nameOf(entry).startsWith('conversations'));
  return (named.length > 0 ? named : json).toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/**
 * What of a chosen file is sent to be imported: the file as it is, or parts of it where it is too large, or the
 * conversations of an archive. Throws `UnreadableFile`. `onLeft` is told the title of each chat that fits no part.
 */
export async function* readExports(
  file: Blob,
  maxBytes: number,
  onLeft: OnLeft = () => undefined,
  limits = ARCHIVE_LIMITS,
): AsyncGenerator<Blob, void> {
  if (!(await isArchive(file))) {
    yield* divide(file, maxBytes, onLeft);
    return;
  }
  const entries = chooseEntries(await listEntries(file));
  if (entries.length === 0) throw new UnreadableFile('archive');
  if (entries.length > limits.files) throw new UnreadableFile('size');
  let room = limits.bytes;
  for (const entry of entries) {
    const unpacked = await readEntry(file, entry, Math.min(room, limits.fileBytes));
    room -= unpacked.size;
    yield* divide(unpacked, maxBytes, onLeft);
  }
}
