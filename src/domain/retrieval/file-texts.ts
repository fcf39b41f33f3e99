import { FileUnreadable } from '../files/errors.ts';
import type { Blobs } from '../files/ports/blobs.ts';
import type { DocumentReader } from '../files/ports/documents.ts';
import type { FileRepository, StoredFile } from '../files/ports/file-repository.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import type { Chunk } from './chunk.ts';
import { fileTokens } from './chunk-text.ts';
import { chunkDocument } from './chunk-document.ts';
import type { ChunkRepository, StoredChunk } from './ports.ts';

/** Characters of parsed files in memory: parsing a large one again for every question takes seconds. */
const MAX_CACHED_CHARACTERS = 16_000_000;
/** Of a parsed file; as many never fit a budget. */
const MAX_CHUNKS = 100_000;
const PAGE_SIZE = 500;
const NO_DESCRIPTION = 'It is an image that has no description, so nothing of it is known.';

export interface FileTextsDeps {
  readonly files: FileRepository;
  readonly blobs: Blobs;
  readonly reader: DocumentReader;
  readonly chunks: ChunkRepository;
  readonly failed: (what: string, error: unknown) => void;
}

/** `note`: why there is no text, for the user and the model. */
export type LoadedText =
  | { readonly chunks: readonly StoredChunk[]; readonly tokens: number; readonly isComplete: boolean }
  | { readonly note: string };

export const isEmbedded = ({ purpose, embeddingStatus, chunkCount }: StoredFile): boolean =>
  purpose === 'permanent' && embeddingStatus === 'completed' && chunkCount > 0;

/** The texts of files in chunks: stored ones, else parsed and for some time in memory. */
export class FileTexts {
  readonly #parsed = new LruCache<readonly Chunk[]>({ maxSize: MAX_CACHED_CHARACTERS, sizeOf: charactersOf });

  constructor(private readonly deps: FileTextsDeps) {}

  /**
   * Embedded files are read up to `maxTokens`; others are parsed whole, within the reader's limits. The size is noted
   * with the file, that of a part as an estimate.
   */
  async load(file: StoredFile, maxTokens: number, signal: AbortSignal): Promise<LoadedText> {
    const loaded = isEmbedded(file) ? await this.readChunks(file, maxTokens) : await this.parse(file, signal);
    if ('note' in loaded || loaded.chunks.length === 0) return loaded;
    const { chunks, tokens, isComplete } = loaded;
    const size = isComplete
      ? tokens
      : Math.ceil((tokens / chunks.length) * Math.max(file.chunkCount, chunks.length + 1));
    if (size !== file.textTokens) await this.deps.files.setTextTokens(file.ownerId, file.id, size);
    return loaded;
  }

  private async readChunks({ ownerId, id, chunkCount }: StoredFile, maxTokens: number): Promise<LoadedText> {
    const chunks: StoredChunk[] = [];
    for (;;) {
      const page = await this.deps.chunks.listByFile(ownerId, id, { from: chunks.length, limit: PAGE_SIZE });
      chunks.push(...page);
      const tokens = fileTokens(chunks);
      if (page.length < PAGE_SIZE) return { chunks, tokens, isComplete: true };
      if (tokens > maxTokens) return { chunks, tokens, isComplete: chunks.length >= chunkCount };
    }
  }

  private async parse(file: StoredFile, signal: AbortSignal): Promise<LoadedText> {
    try {
      const chunks = await this.chunksOf(file, signal);
      if (!chunks) return { note: 'Its content is missing.' };
      if (chunks.length === 0) return { note: file.kind === 'image' ? NO_DESCRIPTION : 'There is no text in it.' };
      const { ownerId, id: fileId } = file;
      const stored = chunks.map((chunk) => ({ ...chunk, ownerId, fileId }));
      return { chunks: stored, tokens: fileTokens(chunks), isComplete: true };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FileUnreadable) return { note: `It could not be read: ${error.message}` };
      this.deps.failed(`reading file ${file.id} for a reply`, error);
      return { note: 'It could not be read.' };
    }
  }

  private async chunksOf(file: StoredFile, signal: AbortSignal): Promise<readonly Chunk[] | undefined> {
    if (file.kind === 'image') return descriptionChunks(file);
    const key = JSON.stringify([file.ownerId, file.hash, file.name, file.kind]);
    const parsed = this.#parsed.get(key);
    if (parsed) return parsed;
    const bytes = await this.deps.blobs.read(file.hash);
    if (!bytes) return undefined;
    const document = await this.deps.reader.extract({ ...file, bytes }, signal);
    const chunks = chunkDocument(document).slice(0, MAX_CHUNKS);
    if (!document.isPartial) this.#parsed.set(key, chunks);
    return chunks;
  }
}

const descriptionChunks = ({ visionDescription }: StoredFile): Chunk[] => {
  const text = visionDescription?.trim() ?? '';
  return chunkDocument({ blocks: [{ kind: 'text', text, page: null, level: 0 }], pages: 0 });
};

const charactersOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { text, heading }) => sum + text.length + heading.length, 0);
