import { AttachedFiles, type Asker, type FileContext, type FileQuestion } from '../chat/ports.ts';
import { FileNotFound, FileUnreadable } from '../files/errors.ts';
import type { Blobs, DocumentReader, FileRepository, StorageSettings, StoredFile } from '../files/ports.ts';
import { DATA_RULE } from '../kernel/data-text.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock } from '../kernel/ports.ts';
import {
  FILE_RULE,
  fileAsData,
  type FilePart,
  numbered,
  type Numbered,
  textOfPassage,
  textsOf,
} from './file-passages.ts';
import type { FindPassages, Found } from './find-passages.ts';
import type { RetrievalTrace, RetrievalTraces } from './ports.ts';

/** Characters of one file, of all files of earlier turns, and of all together. */
const ONE_FILE = 20_000;
const EARLIER = 40_000;
const ALL = 100_000;
/** Files of earlier turns that are read again. */
const MOST_EARLIER = 5;
/** Numbers that all files together may take. */
const MOST_NUMBERS = 10;
const EXCERPT = 400;

const NOTHING_FOUND: Found = { passages: [], considered: [], vectors: false };

export interface AttachedTools {
  readonly files: FileRepository;
  readonly blobs: Blobs;
  readonly reader: DocumentReader;
  readonly find: FindPassages;
  readonly traces: RetrievalTraces;
  readonly clock: Clock;
  readonly settings: StorageSettings;
  readonly failed: (what: string, error: unknown) => void;
}

/** What is still to be had for further texts. */
interface Room {
  characters: number;
  numbers: number;
}

/**
 * The files of a conversation for an answer: embedded ones by their best passages, images by their description, others
 * by their text. Only the owner's own, and only while they last.
 */
export class ReadAttachedFiles extends AttachedFiles {
  private readonly tools: AttachedTools;

  constructor(tools: AttachedTools) {
    super();
    this.tools = tools;
  }

  async check(asker: Asker, fileIds: readonly string[]): Promise<void> {
    const wanted = new Set(fileIds);
    if (wanted.size === 0) return;
    if (asker.kind !== 'user') throw new FileNotFound();
    const most = (await this.tools.settings.current()).limits.maxFilesPerMessage;
    if (most >= 0 && wanted.size > most) throw new InvalidInput(`A message takes at most ${most} files`, 'fileIds');
    const found = await this.there(asker.uid, [...wanted]);
    if (found.length < wanted.size) throw new FileNotFound();
  }

  async read(ownerId: string, question: FileQuestion, signal: AbortSignal): Promise<FileContext | undefined> {
    const own = await this.there(ownerId, question.fileIds);
    const ids = new Set(own.map(({ id }) => id));
    const earlier = (await this.there(ownerId, question.earlier))
      .filter(({ id }) => !ids.has(id))
      .slice(0, MOST_EARLIER);
    const files = [...own, ...earlier];
    if (files.length === 0) return undefined;
    const embedded = files.filter(isEmbedded);
    const scope = { ownerId, fileIds: embedded.map(({ id }) => id) };
    const found = embedded.length === 0 ? NOTHING_FOUND : await this.tools.find.execute(scope, question.text, signal);
    const room: Room = { characters: ALL, numbers: MOST_NUMBERS - found.passages.length };
    const parts: FilePart[] = [];
    for (const file of own) parts.push(await this.part(file, found, room, signal));
    room.characters = Math.min(room.characters, EARLIER);
    for (const file of earlier) parts.push(await this.part(file, found, room, signal));
    const texts = numbered(parts);
    await this.tools.files.touch(
      ownerId,
      parts.filter(({ how }) => how !== 'nothing').map(({ file }) => file.id),
    );
    await this.tools.traces.keep(question.replyId, `user:${ownerId}`, traceOf(question.text, found, parts, texts));
    return contextOf(parts, texts);
  }

  /** In the order of `ids`; what has expired is not there. */
  private async there(ownerId: string, ids: readonly string[]): Promise<StoredFile[]> {
    if (ids.length === 0) return [];
    const now = this.tools.clock.now();
    const known = new Map((await this.tools.files.findMany(ownerId, [...new Set(ids)])).map((file) => [file.id, file]));
    const files = [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
    return files.filter((file) => file.ownerId === ownerId && (file.expiresAt === null || file.expiresAt > now));
  }

  private async part(file: StoredFile, found: Found, room: Room, signal: AbortSignal): Promise<FilePart> {
    if (isEmbedded(file)) return passagesOf(file, found);
    if (room.characters <= 0 || room.numbers <= 0)
      return nothingOf(file, 'It was left out: there was no room left for its text.');
    const part = file.kind === 'image' ? imageOf(file) : await this.whole(file, room, signal);
    room.numbers -= part.texts.length;
    for (const { text } of part.texts) room.characters -= text.length;
    return part;
  }

  private async whole(file: StoredFile, room: Room, signal: AbortSignal): Promise<FilePart> {
    try {
      const bytes = await this.tools.blobs.get(file.hash);
      if (!bytes) return nothingOf(file, 'Its content is missing.');
      const document = await this.tools.reader.read(
        { ownerId: file.ownerId, kind: file.kind, name: file.name, bytes },
        signal,
      );
      const most = Math.min(ONE_FILE, room.characters);
      const { texts, cut } = textsOf(document, most, room.numbers);
      if (texts.length === 0) return nothingOf(file, 'There is no text in it.');
      return {
        file,
        texts,
        how: cut ? 'beginning' : 'whole',
        note: cut ? `Only the first ${most} characters of it are given.` : '',
      };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FileUnreadable) return nothingOf(file, `It could not be read: ${error.message}`);
      this.tools.failed(`reading file ${file.id} for a reply`, error);
      return nothingOf(file, 'It could not be read.');
    }
  }
}

const isEmbedded = ({ purpose, embeddingStatus, chunkCount }: StoredFile): boolean =>
  purpose === 'permanent' && embeddingStatus === 'completed' && chunkCount > 0;

const nothingOf = (file: StoredFile, note: string): FilePart => ({ file, texts: [], how: 'nothing', note });

const imageOf = (file: StoredFile): FilePart => {
  const text = file.visionDescription?.trim().slice(0, ONE_FILE);
  if (!text) return nothingOf(file, 'It is an image that has no description, so nothing of it is known.');
  return {
    file,
    texts: [{ page: null, heading: '', text, ordinal: null }],
    how: 'description',
    note: 'It is an image. What follows is a description of it, made by a vision model.',
  };
};

const passagesOf = (file: StoredFile, { passages }: Found): FilePart => {
  const own = passages.filter(([first]) => first.fileId === file.id);
  if (own.length === 0) return nothingOf(file, 'No passage of it was among those nearest to the question.');
  const texts = own.toSorted(([a], [b]) => a.ordinal - b.ordinal).map(textOfPassage);
  return { file, texts, how: 'passages', note: 'Only the passages of it that are nearest to the question are given.' };
};

const contextOf = (parts: readonly FilePart[], texts: readonly Numbered[]): FileContext => ({
  text: [
    FILE_RULE,
    DATA_RULE,
    ...parts.map((part) =>
      fileAsData(
        part,
        texts.filter(({ file }) => file.id === part.file.id),
      ),
    ),
  ].join('\n\n'),
  sources: texts.map(({ number, url, title, snippet }) => ({ id: `s${number}`, title, url, snippet })),
  evidence: texts.map(({ url, text }) => ({ url, text })),
});

const traceOf = (
  query: string,
  found: Found,
  parts: readonly FilePart[],
  texts: readonly Numbered[],
): RetrievalTrace => {
  const names = new Map(parts.map(({ file }) => [file.id, file.name]));
  const passageOf = new Map(found.passages.flatMap((passage) => passage.map((chunk) => [chunk, passage[0]] as const)));
  return {
    query: query.slice(0, 2000),
    vectors: found.vectors,
    considered: found.considered.map(({ chunk, keywordRank, vectorRank, score }) => {
      const first = passageOf.get(chunk);
      const source = first && texts.find(({ file, ordinal }) => file.id === first.fileId && ordinal === first.ordinal);
      const { fileId, page, heading } = chunk;
      return {
        fileId,
        fileName: names.get(fileId) ?? '',
        page,
        heading,
        excerpt: chunk.text.slice(0, EXCERPT),
        keywordRank,
        vectorRank,
        score,
        given: first !== undefined,
        source: source?.number ?? null,
      };
    }),
    files: parts.map(({ file, how, note }) => ({ fileId: file.id, fileName: file.name, how, note })),
  };
};
