import type { FileKind, StoredFile } from './file.ts';

export type { FileKind, StoredFile } from './file.ts';

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

/** A passage of a file that belongs together, in the order of the file. */
export interface TextBlock {
  readonly kind: 'heading' | 'text' | 'code' | 'table';
  readonly text: string;
  /** Counted from 1; null where the file has no pages. */
  readonly page: number | null;
  /** 1 to 6 for headings, else 0. */
  readonly level: number;
}

export interface ReadDocument {
  readonly blocks: readonly TextBlock[];
  /** 0 where the file has no pages. */
  readonly pages: number;
}

/** Reads the text of files, apart from the server's own thread and within limits of time, memory, pages and size. */
export abstract class DocumentReader {
  /** Throws `FileUnreadable` with words that say why: encrypted, damaged, no text in it, too large unpacked. */
  abstract read(file: { readonly kind: FileKind; readonly name: string; readonly bytes: Uint8Array }, signal: AbortSignal): Promise<ReadDocument>;
}

/** What must happen to the traces of a file in retrieval. Whoever keeps chunks and vectors implements it. */
export abstract class FileTraces {
  /** In the transaction that removes the file, if there is one: its chunks, its vectors, its job. */
  abstract remove(ownerId: string, fileId: string): Promise<void>;
  /** Asks for embedding; a leased job does it. Called in the transaction that stores the file as pending. */
  abstract enqueue(ownerId: string, fileId: string): Promise<void>;
}

/** Files of people. Every method that takes an owner treats another person's file as no file. */
export abstract class FileRepository {
  abstract find(ownerId: string, fileId: string): Promise<StoredFile | undefined>;
  abstract findMany(ownerId: string, fileIds: readonly string[]): Promise<readonly StoredFile[]>;
  /** Counts up `accessCount` of each. */
  abstract touch(ownerId: string, fileIds: readonly string[]): Promise<void>;
  /** Tells where a file stands with retrieval; false when it is gone. */
  abstract setEmbedding(
    ownerId: string,
    fileId: string,
    to: Pick<StoredFile, 'embeddingStatus' | 'embeddingError' | 'chunkCount'>,
  ): Promise<boolean>;
}
