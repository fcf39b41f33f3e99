import { BlobUnreadable, StorageFailed } from './errors.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import type { FileKind, StoredFile } from './stored-file.ts';
import type { Tier } from '../../shared/tiers.ts';

export type { FileTtl } from '../../shared/settings/file-ttl.ts';
export type { ChatGroup, ChatLimits, StorageLimits } from '../../shared/settings/storage-limits.ts';
export type { VisionConfig } from '../../shared/settings/vision.ts';

export type { FileKind, StoredFile } from './stored-file.ts';

/** Bytes by their SHA-256. Writes are atomic. Beside them stands whose they are. */
export abstract class Blobs {
  /** Where the owner is written, for the operator. */
  abstract readonly ownerPlace: string;
  /** Idempotent. */
  abstract put(hash: string, bytes: Uint8Array): Promise<void>;
  abstract get(hash: string): Promise<Uint8Array | undefined>;
  /** Idempotent. */
  abstract remove(hash: string): Promise<void>;
  /** All stored hashes, in pages, for the sweeper. */
  abstract list(): AsyncIterable<readonly string[]>;
  /** The id of an installation; undefined when none was written. */
  abstract getOwner(): Promise<string | undefined>;
  abstract setOwner(installationId: string): Promise<void>;

  /** As `get`, but throws `BlobUnreadable` where the store answers and only these bytes cannot be read. */
  async read(hash: string): Promise<Uint8Array | undefined> {
    try {
      return await this.get(hash);
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      await this.getOwner(); // throws where the store does not answer
      return this.readAgain(hash);
    }
  }

  /** What fails once may be a store that was away for a moment. */
  private async readAgain(hash: string): Promise<Uint8Array | undefined> {
    try {
      return await this.get(hash);
    } catch (error) {
      throw error instanceof StorageFailed ? new BlobUnreadable(hash, error.cause) : error;
    }
  }
}

/** The processes that share a database. */
export abstract class Installation {
  /** Made once; stays with the database's rows, also in a backup. */
  abstract getId(): Promise<string>;
}

export abstract class ContentHash {
  /** SHA-256 in hexadecimal. */
  abstract compute(bytes: Uint8Array): string;
}

/** A block of a file, in reading order. */
export interface TextBlock {
  readonly kind: 'heading' | 'text' | 'code' | 'table';
  readonly text: string;
  /** Counted from 1; null where the file has no pages. */
  readonly page: number | null;
  /** 1 to 6 for headings, else 0. */
  readonly level: number;
}

export interface ParsedDocument {
  readonly blocks: readonly TextBlock[];
  /** 0 where the file has no pages. */
  readonly pages: number;
  /** Pages without text, which may be pictures of it. */
  readonly scannedPages?: readonly number[] | undefined;
  /** Some of these will be read later, so this is not all of its text. */
  readonly isPartial?: boolean | undefined;
}

/** `ownerId`: one file per owner is read at a time. `id`: of a stored file. */
export interface ReadableFile {
  readonly id?: string | undefined;
  readonly ownerId: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Extracts text outside of the main thread, within limits of time, memory, pages and size. */
export abstract class DocumentReader {
  /** Throws `FileUnreadable` with the reason, and `DocumentReaderBusy` when the queue is full. */
  abstract extract(file: ReadableFile, signal: AbortSignal): Promise<ParsedDocument>;
}

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

/** Who reads; with an override no group counts. */
export type FileReader = Pick<UserRequester, 'uid' | 'override'>;

/** The files that an account may read: its own, and those of its groups at this moment. */
export abstract class ReadableFiles {
  /** Owners of the files of its groups. */
  abstract listGroupOwners(reader: FileReader): Promise<readonly string[]>;
  /** In the order of `fileIds`. */
  abstract findMany(reader: FileReader, fileIds: readonly string[]): Promise<readonly StoredFile[]>;
  /** All embedded files of those of the owners whose files it may read, oldest first. */
  abstract listEmbedded(reader: FileReader, ownerIds: readonly string[]): Promise<readonly StoredFile[]>;
}

/** Who was given which files of groups, so that the quotes go when an account may no longer read a file. */
export abstract class GroupFileReaders {
  /**
   * Notes an account as a reader of those of the files that its groups have, and returns them. Until the caller's
   * transaction ends nobody takes a file or a membership away.
   */
  abstract admit(uid: string, fileIds: readonly string[]): Promise<readonly string[]>;
  /** Nobody may read the file any more. In the caller's transaction. */
  abstract loseFile(fileId: string): Promise<void>;
  /**
   * An account may no longer read the files of these owners. In the caller's transaction, after the memberships went.
   */
  abstract loseOwners(uid: string, ownerIds: readonly string[]): Promise<void>;
  /** Those whose quotes are still to be removed. */
  abstract listLost(limit: number): Promise<readonly { readonly uid: string; readonly fileId: string }[]>;
  /** Unless the account may read the file again. */
  abstract forget(uid: string, fileId: string): Promise<void>;
}

/** Quotes of groups' files in the answers of those who may no longer read them; implemented by retrieval. */
export abstract class LostQuotes {
  /** Removes all there are. */
  abstract redact(): Promise<void>;
}

/**
 * Reference counts of blobs by hash. `retain` comes before the bytes are written; lost references are corrected by
 * `recount`.
 */
export abstract class BlobReferenceCounts {
  abstract retain(hash: string, now: number): Promise<void>;
  /** In the caller's transaction, if there is one. */
  abstract release(hash: string): Promise<void>;
  /** Runs `remove` if there is no reference, while a parallel `retain` waits; true when it ran. */
  abstract removeIfUnreferenced(hash: string, remove: () => Promise<void>): Promise<boolean>;
  /** Sets counts unchanged since `before` to the number of files; returns unreferenced hashes. */
  abstract recount(
    before: number,
    afterHash: string,
    limit: number,
  ): Promise<{ readonly unused: readonly string[]; readonly last: string | undefined }>;
  /** Those of `hashes` with references. */
  abstract filterReferenced(hashes: readonly string[]): Promise<readonly string[]>;
}

/** A re-encoded image without metadata. */
export interface SanitizedImage {
  readonly bytes: Uint8Array;
  /** MIME type. */
  readonly type: string;
}

/** Re-encodes images, with limited parallelism. */
export abstract class ImageProcessor {
  /**
   * Preserves the format; an animation becomes its first frame. Undefined when it is damaged, too large or no image.
   * Throws `DocumentReaderBusy`, and the signal's reason while queued; one image per owner is decoded at a time.
   */
  abstract sanitize(image: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined>;
  /** Resizes for a vision model. Undefined like `sanitize`. */
  abstract resizeForModel(image: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined>;
  /** Makes it grey and large enough for letters to be recognised. Undefined like `sanitize`. */
  abstract prepareForRecognition(image: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined>;
}

/** Unverified bytes of an image. */
export interface OwnedImage {
  readonly ownerId: string;
  readonly bytes: Uint8Array;
}

export interface DetectedType {
  readonly kind: FileKind;
  /** MIME type. */
  readonly type: string;
}

/** Detects the type by content and file extension. */
export abstract class FileTypeDetector {
  /** By the name only; undefined when unknown. */
  abstract guessKind(name: string): FileKind | undefined;
  /** Throws `FileRefused` with the reason. */
  abstract detect(name: string, bytes: Uint8Array): Promise<DetectedType>;
}

/** Limits image descriptions per day and month. */
export abstract class VisionAllowance {
  /**
   * Takes one from both counters or none; returns the reservation. Not counted with the override `unlimited`. Throws
   * `VisionLimitReached`.
   */
  abstract reserve(person: {
    readonly uid: string;
    readonly tier: Tier;
    readonly override?: string | undefined;
  }): Promise<string>;
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

export interface VisionRequest {
  readonly requester: UserRequester;
  readonly model: string;
  readonly image: SanitizedImage;
}

/** Describes images, and reads scanned pages, with a vision model. */
export abstract class ImageDescriber {
  /** False for the demo model, which takes images and sees nothing. */
  abstract sees(model: string): boolean;
  /** Throws `ModelError`. */
  abstract describe(input: VisionRequest, signal: AbortSignal): Promise<string>;
  /** The text of a page, word for word; empty when there is none. Throws `ModelError`. */
  abstract transcribe(input: VisionRequest, signal: AbortSignal): Promise<string>;
}
