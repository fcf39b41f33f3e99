import { isRecord } from '../../../src/shared/schema.ts';
import {
  type ArchiveEntry,
  ArchiveTooLarge,
  isArchive,
  listEntries,
  UnreadableArchive,
  unpackEntry,
} from './zip-archive.ts';

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

/** The saved prompts of an account's export; they are far smaller than a file may be. */
const promptsOf = (file: unknown) => ({ prompts: isRecord(file) ? toList(file['prompts']) : undefined });

/** Other products' exports are a list of chats; Parley's own has it beside saved prompts and what no import reads. */
const listChats = (file: unknown) => {
  const own = isRecord(file) ? toList(file['chats']) : undefined;
  if (own) return { chats: own, head: '{"product":"Parley","chats":[', tail: ']}', ...promptsOf(file) };
  const chats = toList(file);
  return chats && { chats, head: '[', tail: ']', prompts: undefined };
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

interface ChatList {
  readonly chats: readonly unknown[];
  readonly head: string;
  readonly tail: string;
}

/** The chats in files that may each be sent. One that is too large by itself is left out. */
function* divideChats({ chats, head, tail }: ChatList, maxBytes: number, onLeft: OnLeft): Generator<Blob, void> {
  const room = maxBytes - head.length - tail.length;
  let part: Blob[] = [];
  let bytes = 0;
  const take = (): Blob => {
    const taken = new Blob([head, ...part.flatMap((chat, at) => (at === 0 ? [chat] : [',', chat])), tail]);
    [part, bytes] = [[], 0];
    return taken;
  };
  for (const chat of chats) {
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

async function* divide(blob: Blob, maxBytes: number, onLeft: OnLeft): AsyncGenerator<Blob, void> {
  if (blob.size <= maxBytes) {
    yield blob;
    return;
  }
  const list = listChats(await parseJson(blob));
  if (!list) throw new UnreadableFile('size');
  const { prompts = [] } = list;
  if (prompts.length > 0) yield new Blob([JSON.stringify({ product: 'Parley', prompts })]);
  yield* divideChats(list, maxBytes, onLeft);
}

const nameOf = ({ path }: ArchiveEntry): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** The conversations by their usual name; else every file of JSON, as where each conversation is a file. */
const chooseEntries = (entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] => {
  const json = entries.filter((entry) => nameOf(entry).endsWith('.json') && !entry.path.startsWith('__MACOSX/'));
  const named = json.filter((entry) => nameOf(entry).startsWith('conversations'));
  return (named.length > 0 ? named : json).toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/** The conversations of an archive, each file divided. Nothing of it is read where one of them cannot be. */
async function* divideArchive(
  archive: Blob,
  maxBytes: number,
  onLeft: OnLeft,
  limits: typeof ARCHIVE_LIMITS,
): AsyncGenerator<Blob, void> {
  const entries = chooseEntries(await listEntries(archive));
  if (entries.length === 0 || entries.some(({ isReadable }) => !isReadable)) throw new UnreadableArchive();
  if (entries.length > limits.files) throw new ArchiveTooLarge();
  let room = limits.bytes;
  for (const entry of entries) {
    const unpacked = await unpackEntry(archive, entry, Math.min(room, limits.fileBytes));
    room -= unpacked.size;
    yield* divide(unpacked, maxBytes, onLeft);
  }
}

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
  try {
    yield* (await isArchive(file)) ? divideArchive(file, maxBytes, onLeft, limits) : divide(file, maxBytes, onLeft);
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    throw new UnreadableFile(error instanceof ArchiveTooLarge ? 'size' : 'archive');
  }
}
