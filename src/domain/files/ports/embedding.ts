import type { Tier } from '../../../shared/tiers.ts';

/** How far the embedding of a file is. */
export interface EmbeddingProgress {
  /** `reading`: its text is extracted. */
  readonly state: 'waiting' | 'reading' | 'embedding';
  /** How many files of the same owner are taken first. */
  readonly before: number;
}

/** A file whose embedding has not ended. */
export interface QueuedFile {
  readonly fileId: string;
  readonly isRunning: boolean;
}

/** The index of files; implemented by retrieval. */
export abstract class FileIndex {
  /** Removes chunks, vectors and job, in the transaction that removes the file, if there is one. */
  abstract remove(ownerId: string, fileId: string): Promise<void>;
  /** Enqueues an embedding job, in the transaction that stores the file as pending. */
  abstract enqueue(ownerId: string, fileId: string): Promise<void>;
  /** Of an owner's new files that are not embedded yet, in one query. */
  abstract listQueue(ownerId: string): Promise<readonly QueuedFile[]>;
}

/** Limits how many files a person may embed. */
export abstract class EmbeddingAllowance {
  /** Call it in the transaction that enqueues the job. Throws `EmbeddingLimitReached`. */
  abstract consume(requester: {
    readonly uid: string;
    readonly tier: Tier;
    readonly override?: string | undefined;
  }): Promise<void>;
}

/** `completed`: it waits for vectors of another model. */
export interface EmbeddingDelay {
  readonly status: 'pending' | 'completed';
  readonly reason: string;
  readonly at: number;
}

/** Files of all owners that wait to be embedded. */
export interface EmbeddingBacklog {
  readonly pending: number;
  /** Those whose attempts fail, since the first of them did, with its reason. Also of those with earlier vectors. */
  readonly failing: { readonly files: number; readonly since: number; readonly reason: string } | null;
}
