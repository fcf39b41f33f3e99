import { BackupRunning } from '../backup/errors.ts';
import type { BackupGuard } from '../backup/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { BlobOwnership } from './blob-ownership.ts';
import type { BlobReferenceCounts, Blobs } from './ports/blobs.ts';

/** Unfinished uploads release their bytes after this. */
const UPLOAD_TIMEOUT_MS = 3_600_000;
const PAGE_SIZE = 200;

export interface BlobReferencesDeps {
  readonly blobs: Blobs;
  readonly counts: BlobReferenceCounts;
  readonly ownership: BlobOwnership;
  readonly clock: Clock;
  /** While it is held, no bytes are removed. */
  readonly backup: BackupGuard;
  readonly failed: (what: string, error: unknown) => void;
}

export interface BlobSweepResult {
  /** Count of removed blobs. */
  readonly removed: number;
  /** Count of unreferenced blobs that could not be removed. */
  readonly left: number;
}

/**
 * Reference-counted blobs: bytes are stored exactly as long as a file needs them, also with parallel uploads and
 * deletions.
 */
export class BlobReferences {
  constructor(private readonly deps: BlobReferencesDeps) {}

  /** Stores the bytes and adds a reference. Throws `StorageFailed`; then there is no reference. */
  async retain(hash: string, bytes: Uint8Array): Promise<void> {
    const { blobs, counts, clock } = this.deps;
    await counts.retain(hash, clock.now());
    try {
      await blobs.put(hash, bytes);
    } catch (error) {
      await counts.release(hash);
      await this.collect(hash);
      throw error;
    }
  }

  /** Removes a reference, in the caller's transaction. Call `collect` afterwards. */
  release(hash: string): Promise<void> {
    return this.deps.counts.release(hash);
  }

  /** Removes the bytes if they have no reference. A failure, and what a backup may need, is left to the sweeper. */
  async collect(hash: string): Promise<boolean> {
    const { counts, ownership, failed } = this.deps;
    try {
      if (!(await ownership.isOurs())) return false;
      return await counts.removeIfUnreferenced(hash, () => this.remove(hash));
    } catch (error) {
      if (!(error instanceof BackupRunning)) failed('removing the bytes of a file', error);
      return false;
    }
  }

  private async remove(hash: string): Promise<void> {
    const { blobs, backup } = this.deps;
    if (await backup.isHeld()) throw new BackupRunning();
    await blobs.remove(hash);
  }

  get(hash: string): Promise<Uint8Array | undefined> {
    return this.deps.blobs.read(hash);
  }

  /**
   * Recounts references and removes unreferenced blobs, for instance of aborted uploads; nothing in a store of others.
   */
  async sweep(signal: AbortSignal): Promise<BlobSweepResult> {
    if (!(await this.deps.ownership.verify())) return { removed: 0, left: 0 };
    const unreferenced = await this.sweepUnreferenced(signal);
    const orphans = await this.sweepOrphans(signal);
    return { removed: unreferenced.removed + orphans.removed, left: unreferenced.left + orphans.left };
  }

  private async sweepUnreferenced(signal: AbortSignal): Promise<BlobSweepResult> {
    const { counts, clock } = this.deps;
    let swept = { removed: 0, left: 0 };
    for (let after = ''; !signal.aborted;) {
      const { unused, last } = await counts.recount(clock.now() - UPLOAD_TIMEOUT_MS, after, PAGE_SIZE);
      swept = await this.collectAll(unused, swept);
      if (last === undefined) break;
      after = last;
    }
    return swept;
  }

  private async sweepOrphans(signal: AbortSignal): Promise<BlobSweepResult> {
    const { blobs, counts, ownership } = this.deps;
    let swept = { removed: 0, left: 0 };
    const expected = await counts.count();
    let found = 0;
    for await (const hashes of blobs.list()) {
      if (signal.aborted) return swept;
      const referenced = new Set(await counts.filterReferenced(hashes));
      found += referenced.size;
      const orphans = hashes.filter((hash) => !referenced.has(hash));
      swept = await this.collectAll(orphans, swept);
    }
    ownership.warnIfMostAreLost(found, expected);
    return swept;
  }

  private async collectAll(hashes: readonly string[], before: BlobSweepResult): Promise<BlobSweepResult> {
    let { removed, left } = before;
    for (const hash of hashes) {
      if (await this.collect(hash)) removed += 1;
      else left += 1;
    }
    return { removed, left };
  }
}
