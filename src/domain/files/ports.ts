import type { FileKind, StoredFile } from './stored-file.ts';
import type { Tier } from '../../shared/tiers.ts';

export type { FileTtl } from '../../shared/settings/file-ttl.ts';
export type { ChatGroup, ChatLimits, StorageLimits } from '../../shared/settings/storage-limits.ts';
export type { VisionConfig } from '../../shared/settings/vision.ts';

export type { FileKind, StoredFile } from './stored-file.ts';

/** Bytes by the SHA-256 of their content. Whole or not there: a write that fails leaves nothing. */
export abstract class Blobs {
  /** Writes what is not there yet; the same content twice is one. */
  abstract put(hash: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  abstract get(hash: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is no fault. */
  abstract remove(hash: string): Promise<void>;
  /** Every hash that is kept, in pages, for the sweeper's proof. */
  abstract list(): AsyncIterable<readonly string[]>;
}

/** Names bytes by their content. */
export abstract class ContentHash {
  /** SHA-256 in hexadecimal. */
  abstract compute(bytes: Uint8Array): string;
}

/** A passage of a file that belongs together, in the order of the file. */
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
}

/** A file that is to be read; `ownerId`: one file of each owner is read at a time. */
export interface ReadableFile {
  readonly ownerId: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads the text of files, apart from the server's own thread and within limits of time, memory, pages and size. */
export abstract class DocumentReader {
  /**
   * Throws `FileUnreadable` with words that say why (encrypted, damaged, no text in it, too large, too slow), and
   * `DocumentReaderBusy` when too many files wait.
   */
  abstract extract(file: ReadableFile, signal: AbortSignal): Promise<ParsedDocument>;
}

/** What must happen to the traces of a file in retrieval. Whoever keeps chunks and vectors implements it. */
export abstract class FileIndex {
  /** In the transaction that removes the file, if there is one: its chunks, its vectors, its job. */
  abstract remove(ownerId: string, fileId: string): Promise<void>;
  /** Asks for embedding; a leased job does it. Called in the transaction that stores the file as pending. */
  abstract enqueue(ownerId: string, fileId: string): Promise<void>;
}

/** How many files somebody may have embedded. */
export abstract class EmbeddingAllowance {
  /** Takes one, in the transaction that asks for the embedding. Throws `EmbeddingLimitReached`. */
  abstract consume(requester: {
    readonly uid: string;
    readonly tier: Tier;
    readonly override?: string | undefined;
  }): Promise<void>;
}

/** What one account may keep; -1: no limit. Bytes. */
export interface StorageQuota {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export interface StorageUsage {
  readonly files: number;
  /** Bytes. */
  readonly bytes: number;
}

/** Which of an owner's permanent files; an empty text or an absent field asks for nothing. */
export interface FileFilter {
  /** Part of the name or the description, letters' case and accents aside. */
  readonly search: string;
  /** One whole tag, letters' case and accents aside. */
  readonly tag: string;
  readonly embedded?: boolean | undefined;
}

/**
 * Files of people. Every method that takes an owner treats another person's file as no file, and one that has expired
 * too, except `remove`.
 */
export abstract class FileRepository {
  abstract find(ownerId: string, fileId: string): Promise<StoredFile | undefined>;
  /** Those that are there, in the order asked for. */
  abstract findMany(ownerId: string, fileIds: readonly string[]): Promise<readonly StoredFile[]>;
  /** Adds the file if the owner's room allows it: of two that come at once for the last place one is refused. */
  abstract add(file: StoredFile, quota: StorageQuota): Promise<'kept' | 'too many files' | 'too many bytes'>;
  /** Removes the row and gives its room back, an expired one too; undefined when it is gone already. */
  abstract remove(ownerId: string, fileId: string): Promise<StoredFile | undefined>;
  /** What the owner keeps, expired files included until they are swept. */
  abstract getUsage(ownerId: string): Promise<StorageUsage>;
  /** Permanent files, newest first; `total` counts those of all pages. */
  abstract list(
    ownerId: string,
    filter: FileFilter,
    page: { offset: number; limit: number },
  ): Promise<{ files: readonly StoredFile[]; total: number }>;
  /** Every tag of the owner's permanent files, each once, sorted. */
  abstract listTags(ownerId: string): Promise<readonly string[]>;
  /** Files of anybody that expired before or at `now`, oldest first. */
  abstract listExpired(now: number, limit: number): Promise<readonly StoredFile[]>;
  abstract countExpired(now: number): Promise<number>;
  /** Counts up `accessCount` of each. */
  abstract recordAccess(ownerId: string, fileIds: readonly string[]): Promise<void>;
  /** Tells where a file stands with retrieval; false when it is gone. */
  abstract setEmbedding(
    ownerId: string,
    fileId: string,
    to: Pick<StoredFile, 'embeddingStatus' | 'embeddingError' | 'chunkCount'>,
  ): Promise<boolean>;
  /** Makes a failed or disabled one pending; false when it is neither. */
  abstract requestEmbedding(ownerId: string, fileId: string): Promise<boolean>;
  /** Keeps what a vision model said with every image of the owner that has these bytes. */
  abstract saveDescription(ownerId: string, hash: string, visionDescription: string): Promise<void>;
  /** What was said of these bytes before; undefined when nothing was, or the owner has no such image. */
  abstract findDescription(ownerId: string, hash: string): Promise<string | undefined>;
}

/**
 * How many files (and uploads on their way) use the bytes of one hash, so that bytes go exactly when nobody needs them.
 * `hold` comes before the bytes are written; a holder that is never let go is found by `recount`.
 */
export abstract class BlobReferenceCounts {
  abstract retain(hash: string, now: number): Promise<void>;
  /** One holder less. In the transaction of the caller, if there is one. */
  abstract release(hash: string): Promise<void>;
  /** Runs `remove` if nobody holds these bytes, while whoever wants to hold them waits; true when it ran. */
  abstract removeIfUnreferenced(hash: string, remove: () => Promise<void>): Promise<boolean>;
  /** Sets counts that nobody touched since `before` to the number of files; answers hashes that nobody holds. */
  abstract recount(
    before: number,
    afterHash: string,
    limit: number,
  ): Promise<{ readonly unused: readonly string[]; readonly last: string | undefined }>;
  /** Those of `hashes` that are held or on their way. */
  abstract filterReferenced(hashes: readonly string[]): Promise<readonly string[]>;
}

/** An image as it may be kept or shown to a model: made anew, without metadata. */
export interface SanitizedImage {
  readonly bytes: Uint8Array;
  /** MIME type. */
  readonly type: string;
}

/** Makes images anew, a few at a time. */
export abstract class ImageProcessor {
  /**
   * In its own format, whole; of a moving one the first picture. Undefined for what is damaged, too large or no image.
   * Throws `DocumentReaderBusy`, and the signal's reason while it waits: of each owner one is decoded at a time.
   */
  abstract sanitize(image: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined>;
  /** Small enough for a model. Undefined as with `clean`. */
  abstract resizeForModel(image: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined>;
}

/** Bytes of which somebody says that they are an image. */
export interface OwnedImage {
  readonly ownerId: string;
  readonly bytes: Uint8Array;
}

export interface DetectedType {
  readonly kind: FileKind;
  /** MIME type. */
  readonly type: string;
}

/** Says what a file is, by its content together with the ending of its name. */
export abstract class FileTypeDetector {
  /** What the name says, before a byte is looked at; undefined where it says nothing. */
  abstract guessKind(name: string): FileKind | undefined;
  /** Throws `FileRefused` for what is not taken, in words that say why. */
  abstract detect(name: string, bytes: Uint8Array): Promise<DetectedType>;
}

/** Who may still have images looked at, by day and by month. */
export abstract class VisionAllowance {
  /**
   * Takes one image from both counts or from none; answers the reservation. Throws `VisionLimitReached`. For an admin
   * whose `override` is `unlimited` nothing is counted.
   */
  abstract reserve(person: {
    readonly uid: string;
    readonly tier: Tier;
    readonly override?: string | undefined;
  }): Promise<string>;
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

/** Looks at an image. */
export abstract class ImageDescriber {
  /** What is to be seen. Throws `ModelError`. */
  abstract describe(
    input: { readonly uid: string; readonly model: string; readonly image: SanitizedImage },
    signal: AbortSignal,
  ): Promise<string>;
}
