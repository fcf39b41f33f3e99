import type { Chunk, StoredChunk } from './chunk.ts';

export type { Chunk, StoredChunk } from './chunk.ts';

/** Which files of whom are searched. A search never leaves them, whatever else it is told. */
export interface SearchScope {
  readonly ownerId: string;
  readonly fileIds: readonly string[];
}

/** One place in a list of what was found, best first. */
export interface Hit {
  readonly fileId: string;
  readonly ordinal: number;
  /** Comparable within one list only; higher is better. */
  readonly score: number;
}

/** The chunks of files. Another person's file is a file without chunks. */
export abstract class ChunkRepository {
  /** Puts these in the place of all that the file had. Throws when the file is another person's. */
  abstract replace(ownerId: string, fileId: string, chunks: readonly Chunk[]): Promise<void>;
  abstract remove(ownerId: string, fileId: string): Promise<void>;
  /** In reading order, from `from` on, at most `limit`. */
  abstract listByFile(
    ownerId: string,
    fileId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<readonly StoredChunk[]>;
  /** Those of `places` that exist within the scope, in any order. */
  abstract find(scope: SearchScope, refs: readonly Pick<Hit, 'fileId' | 'ordinal'>[]): Promise<readonly StoredChunk[]>;
  /** The chunks that share most of the query's words, rare words counting more, best first. */
  abstract search(scope: SearchScope, query: string, limit: number): Promise<readonly Hit[]>;
}

/** The vectors of one model. Vectors of different models never meet. */
export interface Collection {
  /** Names the model and its dimensions: `openai/text-embedding-3-small@1536`. */
  readonly version: string;
  readonly dimensions: number;
}

export interface ChunkVector {
  readonly ordinal: number;
  readonly vector: Float32Array;
}

/** Where vectors are kept and compared. */
export abstract class VectorStore {
  /** They live in the product's own database, so that they come and go in its transactions. */
  abstract readonly isInDatabase: boolean;
  /** Writes vectors of one file, replacing those of the same places. Throws `VectorsUnavailable`. */
  abstract upsert(
    collection: Collection,
    file: { readonly ownerId: string; readonly fileId: string },
    vectors: readonly ChunkVector[],
  ): Promise<void>;
  /** The nearest by cosine within the scope, nearest first; nothing where the collection does not exist. Throws `VectorsUnavailable`. */
  abstract search(
    collection: Collection,
    scope: SearchScope,
    query: { readonly vector: Float32Array; readonly limit: number },
  ): Promise<readonly Hit[]>;
  /** Removes a file's vectors from every collection but `except`. Throws `VectorsUnavailable`. */
  abstract removeFile(ownerId: string, fileId: string, except?: string): Promise<void>;
}

export interface EmbeddingResult {
  /** As many as the texts, in their order, each of length 1. */
  readonly vectors: readonly Float32Array[];
  /** What the call took, for the ledger; null when no provider was asked. */
  readonly usage: { readonly inputTokens: number; readonly estimated: boolean } | null;
}

/** Texts as vectors, near to each other when they mean the same. */
export abstract class TextEmbedder {
  /** The provider's name for it. */
  abstract readonly model: string;
  abstract readonly collection: Collection;
  /** Throws `EmbeddingError`. */
  abstract embed(texts: readonly string[], kind: 'document' | 'query', signal: AbortSignal): Promise<EmbeddingResult>;
}

/** The models that texts can be embedded with. */
export abstract class EmbeddingModels {
  /** What files are embedded with from now on. */
  abstract readonly current: TextEmbedder;
  /** An earlier one, for questions to files that are not embedded anew yet; undefined when it cannot be asked any more. */
  abstract find(version: string): TextEmbedder | undefined;
}

/** A piece of work that this process has taken. */
export interface EmbeddingClaim {
  readonly fileId: string;
  readonly ownerId: string;
  /** `remove`: the file is gone and its vectors are to go. */
  readonly work: 'embed' | 'remove';
  /** How often it was taken, this time included. */
  readonly attempts: number;
  /** The collection that the file's vectors are in, from an earlier run; null when there are none. */
  readonly collection: string | null;
}

/** What is to be embedded. A claim is a lease: whoever does not renew it loses it to another process. */
export abstract class EmbeddingJobs {
  /** Asks for a file to be embedded, again if it was already. */
  abstract enqueue(ownerId: string, fileId: string, now: number): Promise<void>;
  /** Forgets a file's job; with `vectorsLeft`, its vectors are to be removed by the same kind of job. */
  abstract cancel(ownerId: string, fileId: string, vectorsLeft: { readonly now: number } | undefined): Promise<void>;
  /** Takes what is due, or whose holder's lease is over. */
  abstract claim(lease: {
    readonly holder: string;
    readonly now: number;
    readonly until: number;
  }): Promise<EmbeddingClaim | undefined>;
  /** False when the claim is no longer the holder's. */
  abstract renew(fileId: string, holder: string, until: number): Promise<boolean>;
  /** The file's vectors are in `collection`. False when the claim is no longer the holder's. */
  abstract complete(fileId: string, holder: string, collection: string): Promise<boolean>;
  /** To be tried again at `dueAt`; `forget` does not count the tries so far. */
  abstract reschedule(
    fileId: string,
    holder: string,
    to: { readonly dueAt: number; readonly forget: boolean },
  ): Promise<void>;
  /** Not to be tried again by itself. False when the claim is no longer the holder's. */
  abstract fail(fileId: string, holder: string): Promise<boolean>;
  /** Ends a removal. */
  abstract forget(fileId: string, holder: string): Promise<void>;
  /** Asks for every file whose vectors are in another collection, and for the removal of vectors whose chunks are gone. */
  abstract enqueueOutdated(version: string, now: number): Promise<void>;
  /** The collections in which these files have their vectors now. */
  abstract listCollections(scope: SearchScope): Promise<readonly Collection[]>;
}

/** One chunk that was looked at for an answer. */
export interface ConsideredChunk {
  readonly fileId: string;
  readonly fileName: string;
  readonly page: number | null;
  readonly heading: string;
  readonly excerpt: string;
  /** Counted from 1; null: not among the found. */
  readonly keywordRank: number | null;
  readonly vectorRank: number | null;
  readonly score: number;
  readonly given: boolean;
  /** Its number in the answer's marks. */
  readonly source: number | null;
}

export interface FileUsage {
  readonly fileId: string;
  readonly fileName: string;
  readonly how: 'whole' | 'beginning' | 'passages' | 'description' | 'nothing';
  /** Why it is so, where that does not go without saying. */
  readonly note: string;
}

/** How an answer came by its passages. */
export interface RetrievalTrace {
  readonly query: string;
  /** Vectors took part, and not words alone. */
  readonly vectors: boolean;
  readonly considered: readonly ConsideredChunk[];
  readonly files: readonly FileUsage[];
}

/** What stored replies quote of files: in their sources, in their marks, and in how they came about. */
export abstract class FileExcerpts {
  /** In the transaction that removes the file: of the file's words and name nothing stays in its owner's replies. */
  abstract remove(ownerId: string, fileId: string): Promise<void>;
}

/** Traces of replies; each goes with its reply. */
export abstract class RetrievalTraces {
  /** Does nothing when the reply is gone by now. */
  abstract save(replyId: string, owner: string, trace: RetrievalTrace): Promise<void>;
  abstract find(replyId: string, owner: string): Promise<RetrievalTrace | undefined>;
}
