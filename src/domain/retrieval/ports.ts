import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import type { QueuedFile } from '../files/ports/embedding.ts';
import type { Chunk, StoredChunk } from './chunk.ts';

export type { Chunk, StoredChunk } from './chunk.ts';

/** The owner and files that a search is restricted to. */
export interface SearchScope {
  readonly ownerId: string;
  readonly fileIds: readonly string[];
}

/** A search result. */
export interface Hit {
  readonly fileId: string;
  readonly ordinal: number;
  /** Comparable within one list only; higher is better. */
  readonly score: number;
}

/** Another person's file is treated as a file without chunks. */
export abstract class ChunkRepository {
  /** Replaces all chunks of a file. Throws when the file belongs to another person. */
  abstract replace(ownerId: string, fileId: string, chunks: readonly Chunk[]): Promise<void>;
  abstract remove(ownerId: string, fileId: string): Promise<void>;
  /** In reading order. */
  abstract listByFile(
    ownerId: string,
    fileId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<readonly StoredChunk[]>;
  /** Those of `refs` that exist within the scope, in any order. */
  abstract find(scope: SearchScope, refs: readonly Pick<Hit, 'fileId' | 'ordinal'>[]): Promise<readonly StoredChunk[]>;
  /** Full-text search with rare words weighted higher, best first. */
  abstract search(scope: SearchScope, query: string, limit: number): Promise<readonly Hit[]>;
}

/** The vectors of one model; different models are not comparable. */
export interface Collection {
  /** The model and its dimensions: `openai/text-embedding-3-small@1536`. */
  readonly version: string;
  readonly dimensions: number;
}

export interface ChunkVector {
  readonly ordinal: number;
  readonly vector: Float32Array;
}

export abstract class VectorStore {
  /** The vectors are in the product's own database and take part in its transactions. */
  abstract readonly isInDatabase: boolean;
  /** Replaces vectors with the same ordinals. Throws `VectorsUnavailable`. */
  abstract upsert(
    collection: Collection,
    file: { readonly ownerId: string; readonly fileId: string },
    vectors: readonly ChunkVector[],
  ): Promise<void>;
  /**
   * One list per vector, by cosine similarity, nearest first; empty when the collection does not exist. Throws
   * `VectorsUnavailable`.
   */
  abstract search(
    collection: Collection,
    scope: SearchScope,
    query: { readonly vectors: readonly Float32Array[]; readonly limit: number },
  ): Promise<readonly (readonly Hit[])[]>;
  /** From all collections except `except`. Throws `VectorsUnavailable`. */
  abstract removeFile(ownerId: string, fileId: string, except?: string): Promise<void>;
}

export interface EmbeddingResult {
  /** One per text, normalised. */
  readonly vectors: readonly Float32Array[];
  /** Null when no provider was called. */
  readonly usage: { readonly inputTokens: number; readonly estimated: boolean } | null;
}

export abstract class TextEmbedder {
  abstract readonly model: string;
  abstract readonly collection: Collection;
  /** False: its vectors compare words and their forms. */
  abstract readonly comparesMeaning: boolean;
  /** Throws `EmbeddingError`. */
  abstract embed(texts: readonly string[], kind: 'document' | 'query', signal: AbortSignal): Promise<EmbeddingResult>;
}

export abstract class EmbeddingModels {
  /** For new files. */
  abstract readonly current: TextEmbedder;
  /** The version that all files should have; undefined while that is not decided, so that none is embedded in vain. */
  get target(): string | undefined {
    return this.current.collection.version;
  }
  /** An earlier model, for files embedded with it; undefined when it is not available. */
  abstract find(version: string): TextEmbedder | undefined;
}

/** A cross-encoder: scores a question together with a text, which is slower and more exact than comparing vectors. */
export abstract class Reranker {
  /** One score per text, higher is better, comparable within one call only. Undefined while it is off or not loaded. */
  abstract score(
    question: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined>;
}

/** Limits searches that belong to no message. */
export abstract class FileSearchAllowance {
  /** Throws `FileSearchLimitReached`. */
  abstract consume(requester: Pick<UserRequester, 'uid' | 'tier' | 'override'>): Promise<void>;
}

/** A leased job. */
export interface EmbeddingClaim {
  readonly fileId: string;
  readonly ownerId: string;
  /** `remove`: the file was deleted, its vectors must be removed. */
  readonly work: 'embed' | 'remove';
  /** Including this one. */
  readonly attempts: number;
  /** Of the existing vectors; null when there are none. */
  readonly collection: string | null;
  /** Of an earlier turn at this file; null when there was none. */
  readonly progress: EmbeddingProgress | null;
}

/** How far a file is: the first chunks have vectors of one model. */
export interface EmbeddingProgress {
  /** The collection of these vectors. */
  readonly version: string;
  readonly embedded: number;
  /** All chunks of the file. */
  readonly total: number;
}

/** The queue of embedding jobs. A lease that is not renewed goes to another process. */
export abstract class EmbeddingJobs {
  /** Also for files that are embedded already. */
  abstract enqueue(ownerId: string, fileId: string, now: number): Promise<void>;
  /** Deletes a file's job; with `vectorsLeft`, enqueues the removal of its vectors. */
  abstract cancel(ownerId: string, fileId: string, vectorsLeft: { readonly now: number } | undefined): Promise<void>;
  /** Takes a due job, or one whose lease has expired. */
  abstract claim(lease: {
    readonly holder: string;
    readonly now: number;
    readonly until: number;
  }): Promise<EmbeddingClaim | undefined>;
  /** False when the lease was lost. `progress` is for the next claim of this job. */
  abstract renew(fileId: string, holder: string, until: number, progress?: EmbeddingProgress): Promise<boolean>;
  /** Whether a job of another owner could run now. */
  abstract isAnotherDue(ownerId: string, now: number): Promise<boolean>;
  /** Records the collection of the new vectors. False when the lease was lost. */
  abstract complete(fileId: string, holder: string, collection: string): Promise<boolean>;
  /** Retries at `dueAt`; `forget` resets the attempts. False when the lease was lost. */
  abstract reschedule(
    fileId: string,
    holder: string,
    to: { readonly dueAt: number; readonly forget: boolean },
  ): Promise<boolean>;
  /** No more retries. False when the lease was lost. */
  abstract fail(fileId: string, holder: string): Promise<boolean>;
  /** Deletes a finished removal job. */
  abstract forget(fileId: string, holder: string): Promise<void>;
  /** Enqueues all files with vectors in another collection, and the removal of orphaned vectors. */
  abstract enqueueOutdated(version: string, now: number): Promise<void>;
  /** Enqueues all embedded files when their vectors are in another store than this one. */
  abstract useStore(store: string, now: number): Promise<void>;
  /** An owner's files without vectors that wait or run, in the order in which they are taken. */
  abstract listQueue(ownerId: string): Promise<readonly QueuedFile[]>;
  /** The collections with vectors of these files. */
  abstract listCollections(scope: SearchScope): Promise<readonly Collection[]>;
}

/**
 * A text that passages were searched by. `previous`: with the words of earlier questions; `reworded` and `terms` are a
 * model's.
 */
export interface Wording {
  readonly kind: 'question' | 'previous' | 'reworded' | 'terms';
  readonly text: string;
}

/** What ordered the best candidates. */
export type SecondLookMethod = 'cross-encoder' | 'model' | 'features';

/** A candidate of the search for one answer. */
export interface ConsideredChunk extends Pick<StoredChunk, 'fileId' | 'page' | 'heading'> {
  readonly fileName: string;
  readonly excerpt: string;
  /** From 1; null: not found by this method. */
  readonly keywordRank: number | null;
  readonly vectorRank: number | null;
  /** Of the ranks by words and by meaning, in all wordings. */
  readonly score: number;
  /** After the second look, from 1; null in traces stored before there was one. */
  readonly finalRank: number | null;
  /** The index of the wording that ranked it highest; null in traces stored before there were several. */
  readonly wording: number | null;
  readonly given: boolean;
  /** Its source number in the answer. */
  readonly source: number | null;
}

export interface FileUsage {
  readonly fileId: string;
  readonly fileName: string;
  readonly how: 'whole' | 'beginning' | 'passages' | 'description' | 'nothing';
  /** Why nothing was given; else empty. */
  readonly note: string;
  /** The chunks that were given, of how many. */
  readonly given: number;
  readonly total: number;
}

/** How the context of an answer was built. */
export interface RetrievalTrace {
  readonly query: string;
  /** Vector search was used. */
  readonly vectors: boolean;
  readonly wordings: readonly Wording[];
  /** Null: nothing was searched for, or the trace was stored before there was a second look. */
  readonly secondLook: SecondLookMethod | null;
  readonly considered: readonly ConsideredChunk[];
  readonly files: readonly FileUsage[];
}

/** Excerpts of files in stored replies: sources, marks and traces. */
export abstract class FileExcerpts {
  /** Removes a file's name and excerpts from its owner's replies. Call it in the transaction that removes the file. */
  abstract remove(ownerId: string, fileId: string): Promise<void>;
}

/** Deleted with the reply. */
export abstract class RetrievalTraces {
  /** No effect when the reply was deleted. */
  abstract save(replyId: string, owner: string, trace: RetrievalTrace): Promise<void>;
  abstract find(replyId: string, owner: string): Promise<RetrievalTrace | undefined>;
}
