import type { EmbeddingBacklog, EmbeddingDelay } from './embedding.ts';
import type { StoredFile } from '../stored-file.ts';

export type { FileKind, StoredFile } from '../stored-file.ts';

/** -1: no limit. */
export interface StorageQuota {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export interface StorageUsage {
  readonly files: number;
  readonly bytes: number;
}

/** Of an owner's files, newest first; empty or absent fields do not filter. */
export interface FileFilter {
  /** Part of the name or description, ignoring case and accents. */
  readonly search: string;
  /** A whole tag, ignoring case and accents. */
  readonly tag: string;
  readonly embedded?: boolean | undefined;
  /** Also what was attached to messages, as long as it counts against the quota. */
  readonly withAttachments?: boolean | undefined;
}

/** Files of another owner and expired files are treated as missing, except by `remove`. */
export abstract class FileRepository {
  abstract find(ownerId: string, fileId: string): Promise<StoredFile | undefined>;
  /** Those that exist, in the order of `fileIds`. */
  abstract findMany(ownerId: string, fileIds: readonly string[]): Promise<readonly StoredFile[]>;
  /** Checks the quota atomically: of two parallel calls for the last slot one is refused. */
  abstract add(file: StoredFile, quota: StorageQuota): Promise<'added' | 'too many files' | 'too many bytes'>;
  /** Also removes expired files; undefined when it was gone. */
  abstract remove(ownerId: string, fileId: string): Promise<StoredFile | undefined>;
  /** Includes expired files until they are swept. */
  abstract getUsage(ownerId: string): Promise<StorageUsage>;
  /** Newest first; `total` counts all pages. */
  abstract list(
    ownerId: string,
    filter: FileFilter,
    page: { offset: number; limit: number },
  ): Promise<{ files: readonly StoredFile[]; total: number }>;
  /** Unique and sorted. */
  abstract listTags(ownerId: string): Promise<readonly string[]>;
  /** Of all owners, oldest first. */
  abstract listExpired(now: number, limit: number): Promise<readonly StoredFile[]>;
  abstract countExpired(now: number): Promise<number>;
  /** Increments `accessCount`. */
  abstract recordAccess(ownerId: string, fileIds: readonly string[]): Promise<void>;
  /** False when the file was deleted. */
  abstract setEmbedding(
    ownerId: string,
    fileId: string,
    to: Pick<StoredFile, 'embeddingStatus' | 'embeddingError' | 'chunkCount'>,
  ): Promise<boolean>;
  abstract setTextTokens(ownerId: string, fileId: string, textTokens: number): Promise<void>;
  /** Notes the reason of a failed attempt, if the file still has this status. */
  abstract recordEmbeddingDelay(ownerId: string, fileId: string, delay: EmbeddingDelay): Promise<void>;
  abstract getEmbeddingBacklog(): Promise<EmbeddingBacklog>;
  /** Makes a failed or disabled file pending; false for other states. */
  abstract requestEmbedding(ownerId: string, fileId: string): Promise<boolean>;
  /** Stores the description with every image of the owner that has these bytes. */
  abstract saveDescription(ownerId: string, hash: string, visionDescription: string): Promise<void>;
  /** Undefined when there is none. */
  abstract findDescription(ownerId: string, hash: string): Promise<string | undefined>;
}
