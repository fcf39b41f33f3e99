import { FileContextProvider, type Requester, type FileContext, type FileContextQuery } from '../chat/replies/ports.ts';
import { FileNotFound, FileUnreadable } from '../files/errors.ts';
import type { Blobs, DocumentReader, FileRepository, StorageLimits, StoredFile } from '../files/ports.ts';
import { UNTRUSTED_TEXT_RULE } from '../kernel/untrusted-text.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Settings } from '../kernel/ports.ts';
import {
  FILE_CITATION_RULE,
  formatFile,
  type FileContextPart,
  numberPassages,
  type NumberedPassage,
  mergePassage,
  toPassages,
} from './file-context.ts';
import { type FindPassages, NOTHING_FOUND, type PassageSearchResult } from './find-passages.ts';
import { mergeNeighbours, type Passage } from './passage.ts';
import type { RetrievalTrace, RetrievalTraces, SearchScope } from './ports.ts';

/** Limits per file, for all files of earlier messages, and for all together. */
const MAX_FILE_CHARACTERS = 20_000;
const MAX_EARLIER_CHARACTERS = 40_000;
const MAX_TOTAL_CHARACTERS = 100_000;
/** Files of earlier messages. */
const MAX_EARLIER_FILES = 5;
/** Source numbers for all files. */
const MAX_SOURCES = 10;
const MAX_EXCERPT_LENGTH = 400;

/** Chunks in the prompt, and candidates in the trace. */
const MAX_CHUNKS = 5;
const MAX_CONSIDERED = 50;

export interface BuildFileContextDeps {
  readonly files: FileRepository;
  readonly blobs: Blobs;
  readonly reader: DocumentReader;
  readonly find: FindPassages;
  readonly traces: RetrievalTraces;
  readonly clock: Clock;
  readonly settings: Settings<StorageLimits>;
  readonly failed: (what: string, error: unknown) => void;
}

/** What is left of the limits. */
interface ContextBudget {
  characters: number;
  sources: number;
}

/**
 * Builds the context of a conversation's files: embedded files by their best passages, images by their description,
 * others by their text. Only the owner's files that have not expired.
 */
export class BuildFileContext extends FileContextProvider {
  constructor(private readonly deps: BuildFileContextDeps) {
    super();
  }

  async check(requester: Requester, fileIds: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(fileIds);
    if (wanted.size === 0) return [];
    if (requester.kind !== 'user') throw new FileNotFound();
    const maxFiles = (await this.deps.settings.current()).maxFilesPerMessage;
    if (maxFiles >= 0 && wanted.size > maxFiles)
      throw new InvalidInput(`A message takes at most ${maxFiles} files`, 'fileIds');
    const found = await this.findAvailable(requester.uid, [...wanted]);
    if (found.length < wanted.size) throw new FileNotFound();
    return found.map(({ name }) => name);
  }

  async load(ownerId: string, question: FileContextQuery, signal: AbortSignal): Promise<FileContext | undefined> {
    const current = await this.findAvailable(ownerId, question.fileIds);
    const ids = new Set(current.map(({ id }) => id));
    const earlier = (await this.findAvailable(ownerId, question.earlier))
      .filter(({ id }) => !ids.has(id))
      .slice(0, MAX_EARLIER_FILES);
    const files = [...current, ...earlier];
    if (files.length === 0) return undefined;
    const embedded = files.filter(isEmbedded);
    const scope = { ownerId, fileIds: embedded.map(({ id }) => id) };
    const found = embedded.length === 0 ? NOTHING_FOUND : await this.findPassages(scope, question, signal);
    const passages = mergeNeighbours(found.considered.slice(0, MAX_CHUNKS).map(({ chunk }) => chunk));
    const budget: ContextBudget = { characters: MAX_TOTAL_CHARACTERS, sources: MAX_SOURCES - passages.length };
    const parts: FileContextPart[] = [];
    for (const file of current) parts.push(await this.buildPart(file, passages, budget, signal));
    budget.characters = Math.min(budget.characters, MAX_EARLIER_CHARACTERS);
    for (const file of earlier) parts.push(await this.buildPart(file, passages, budget, signal));
    const texts = numberPassages(parts);
    const used = parts.filter(({ how }) => how !== 'nothing').map(({ file }) => file.id);
    await this.deps.files.recordAccess(ownerId, used);
    await this.deps.traces.save(
      question.replyId,
      `user:${ownerId}`,
      toTrace(question.text, { ...found, passages }, parts, texts),
    );
    return toContext(parts, texts);
  }

  private findPassages(scope: SearchScope, { text, previous }: FileContextQuery, signal: AbortSignal) {
    return this.deps.find.execute(scope, { text, previous, limit: MAX_CONSIDERED }, signal);
  }

  /** In the order of `ids`, without expired files. */
  private async findAvailable(ownerId: string, ids: readonly string[]): Promise<StoredFile[]> {
    if (ids.length === 0) return [];
    const now = this.deps.clock.now();
    const files = await this.deps.files.findMany(ownerId, [...new Set(ids)]);
    return files.filter((file) => file.ownerId === ownerId && (file.expiresAt === null || file.expiresAt > now));
  }

  private async buildPart(
    file: StoredFile,
    passages: readonly Passage[],
    budget: ContextBudget,
    signal: AbortSignal,
  ): Promise<FileContextPart> {
    if (isEmbedded(file)) return passagesPart(file, passages);
    if (budget.characters <= 0 || budget.sources <= 0)
      return emptyPart(file, 'It was left out: there was no room left for its text.');
    const part = file.kind === 'image' ? imagePart(file) : await this.readWholeFile(file, budget, signal);
    budget.sources -= part.texts.length;
    for (const { text } of part.texts) budget.characters -= text.length;
    return part;
  }

  private async readWholeFile(file: StoredFile, budget: ContextBudget, signal: AbortSignal): Promise<FileContextPart> {
    try {
      const bytes = await this.deps.blobs.get(file.hash);
      if (!bytes) return emptyPart(file, 'Its content is missing.');
      const document = await this.deps.reader.extract({ ...file, bytes }, signal);
      const maxCharacters = Math.min(MAX_FILE_CHARACTERS, budget.characters);
      const { texts, cut } = toPassages(document, maxCharacters, budget.sources);
      if (texts.length === 0) return emptyPart(file, 'There is no text in it.');
      return {
        file,
        texts,
        how: cut ? 'beginning' : 'whole',
        note: cut ? `Only the first ${maxCharacters} characters of it are given.` : '',
      };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FileUnreadable) return emptyPart(file, `It could not be read: ${error.message}`);
      this.deps.failed(`reading file ${file.id} for a reply`, error);
      return emptyPart(file, 'It could not be read.');
    }
  }
}

const isEmbedded = ({ purpose, embeddingStatus, chunkCount }: StoredFile): boolean =>
  purpose === 'permanent' && embeddingStatus === 'completed' && chunkCount > 0;

const emptyPart = (file: StoredFile, note: string): FileContextPart => ({ file, texts: [], how: 'nothing', note });

const imagePart = (file: StoredFile): FileContextPart => {
  const text = file.visionDescription?.trim().slice(0, MAX_FILE_CHARACTERS);
  if (!text) return emptyPart(file, 'It is an image that has no description, so nothing of it is known.');
  return {
    file,
    texts: [{ page: null, heading: '', text, ordinal: null }],
    how: 'description',
    note: 'It is an image. What follows is a description of it, made by a vision model.',
  };
};

const passagesPart = (file: StoredFile, passages: readonly Passage[]): FileContextPart => {
  const current = passages.filter(([first]) => first.fileId === file.id);
  if (current.length === 0) return emptyPart(file, 'No passage of it was among those nearest to the question.');
  const texts = current.toSorted(([a], [b]) => a.ordinal - b.ordinal).map(mergePassage);
  return { file, texts, how: 'passages', note: 'Only the passages of it that are nearest to the question are given.' };
};

const toContext = (parts: readonly FileContextPart[], texts: readonly NumberedPassage[]): FileContext => ({
  text: [
    FILE_CITATION_RULE,
    UNTRUSTED_TEXT_RULE,
    ...parts.map((part) =>
      formatFile(
        part,
        texts.filter(({ file }) => file.id === part.file.id),
      ),
    ),
  ].join('\n\n'),
  sources: texts.map(({ number, url, title, snippet }) => ({ id: `s${number}`, title, url, snippet })),
  evidence: texts.map(({ url, text }) => ({ url, text })),
});

const toTrace = (
  query: string,
  found: PassageSearchResult & { readonly passages: readonly Passage[] },
  parts: readonly FileContextPart[],
  texts: readonly NumberedPassage[],
): RetrievalTrace => {
  const names = new Map(parts.map(({ file }) => [file.id, file.name]));
  const passageOf = new Map(found.passages.flatMap((passage) => passage.map((chunk) => [chunk, passage[0]] as const)));
  return {
    query: query.slice(0, 2000),
    vectors: found.vectors,
    wordings: found.wordings,
    secondLook: found.secondLook,
    considered: found.considered.map(({ chunk, keywordRank, vectorRank, score, finalRank, wording }) => {
      const first = passageOf.get(chunk);
      const source = first && texts.find(({ file, ordinal }) => file.id === first.fileId && ordinal === first.ordinal);
      const { fileId, page, heading } = chunk;
      return {
        fileId,
        fileName: names.get(fileId) ?? '',
        page,
        heading,
        excerpt: chunk.text.slice(0, MAX_EXCERPT_LENGTH),
        keywordRank,
        vectorRank,
        score,
        finalRank,
        wording,
        given: first !== undefined,
        source: source?.number ?? null,
      };
    }),
    files: parts.map(({ file, how, note }) => ({ fileId: file.id, fileName: file.name, how, note })),
  };
};
