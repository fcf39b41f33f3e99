import { BlobUnreadable, StorageFailed } from '../errors.ts';

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
  /** How many blobs have references. */
  abstract count(): Promise<number>;
}
