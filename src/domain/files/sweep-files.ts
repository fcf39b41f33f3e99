import type { Clock, JobLocks } from '../kernel/ports.ts';
import type { BlobSweepResult, BlobReferences } from './blob-references.ts';
import type { RemoveFile } from './manage-files.ts';
import type { FileRepository } from './ports/file-repository.ts';

const MINUTE_MS = 60_000;
const SWEEP_INTERVAL_MS = 10 * MINUTE_MS;
/** A sweep that takes longer, or whose process died, is taken over by another process. */
const LEASE_MS = 30 * MINUTE_MS;
const BLOB_SWEEP_INTERVAL_MS = 60 * MINUTE_MS;
const PAGE_SIZE = 100;

/** What a sweep removed and what it could not remove. */
export interface SweepResult {
  readonly files: { readonly removed: number; readonly left: number };
  readonly bytes: BlobSweepResult;
}

export interface SweepDeps {
  readonly files: FileRepository;
  readonly remove: RemoveFile;
  readonly bytes: BlobReferences;
  /** Removes what uploads of dead processes left on this machine. */
  readonly removeStaleUploads: () => Promise<void>;
  readonly jobLocks: JobLocks;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
  /** Called when something was removed or left. */
  readonly swept: (swept: SweepResult) => void;
}

/** Removes expired files in one process at a time, and unreferenced bytes once an hour. */
export class SweepFiles {
  constructor(private readonly deps: SweepDeps) {}

  /** Runs every ten minutes until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, removeStaleUploads, failed } = this.deps;
    await clock.sleep(MINUTE_MS, signal);
    while (!signal.aborted) {
      await removeStaleUploads().catch((error: unknown) => failed('removing unfinished uploads', error));
      await this.runIfDue(signal).catch((error: unknown) => failed('removing expired files', error));
      await clock.sleep(SWEEP_INTERVAL_MS, signal);
    }
  }

  /** Undefined when another process runs it. */
  async runIfDue(signal: AbortSignal): Promise<SweepResult | undefined> {
    const { jobLocks, clock, swept } = this.deps;
    const now = clock.now();
    if (!(await jobLocks.acquire('sweep-files', now, now + LEASE_MS))) return undefined;
    const withBytes = await jobLocks.acquire('sweep-bytes', now, now + BLOB_SWEEP_INTERVAL_MS);
    const result = await this.sweep(signal, withBytes);
    await jobLocks.reschedule('sweep-files', clock.now() + SWEEP_INTERVAL_MS);
    if (result.files.removed + result.files.left + result.bytes.removed + result.bytes.left > 0) swept(result);
    return result;
  }

  /** `withBytes`: also checks all stored bytes. */
  async sweep(signal: AbortSignal, withBytes: boolean): Promise<SweepResult> {
    const { files, bytes, clock } = this.deps;
    const removed = await this.sweepExpired(signal);
    return {
      files: { removed, left: await files.countExpired(clock.now()) },
      bytes: withBytes ? await bytes.sweep(signal) : { removed: 0, left: 0 },
    };
  }

  /** A failure is reported and retried in the next sweep; the other files are processed. */
  private async sweepExpired(signal: AbortSignal): Promise<number> {
    const { files, remove, clock, failed } = this.deps;
    let removed = 0;
    for (let stuck = 0; !signal.aborted && stuck < PAGE_SIZE;) {
      const page = await files.listExpired(clock.now(), PAGE_SIZE);
      stuck = 0;
      for (const { ownerId, id } of page) {
        try {
          if (await remove.execute(ownerId, id)) removed += 1;
        } catch (error) {
          stuck += 1;
          failed('removing an expired file', error);
        }
      }
      if (page.length < PAGE_SIZE || stuck > 0) break;
    }
    return removed;
  }
}
