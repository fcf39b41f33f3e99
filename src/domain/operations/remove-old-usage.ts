import { DAY_MS } from '../kernel/day.ts';
import type { Clock, JobLocks } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type { ExpiringRecords } from './ports.ts';

const INTERVAL_MS = 3_600_000;
const JOB_NAME = 'usage-retention';
const BATCH_SIZE = 500;
/** After a batch, so that requests come first. */
const PAUSE_MS = 20;

export interface RemoveOldUsageDeps {
  readonly stores: readonly ExpiringRecords[];
  /** How long records stay; 0: for ever. */
  readonly days: number;
  readonly jobLocks: JobLocks;
  readonly clock: Clock;
  readonly done: (line: string) => void;
  readonly failed: (what: string, error: unknown) => void;
}

/** Removes lines of the ledgers that are older than the operator wants, once a day and in one process. */
export class RemoveOldUsage {
  constructor(private readonly deps: RemoveOldUsageDeps) {}

  /** Until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { days, jobLocks, clock } = this.deps;
    if (days === 0) return;
    await runEvery(INTERVAL_MS, 'removing old records of usage', this.deps, signal, async () => {
      const now = clock.now();
      if (!(await jobLocks.acquire(JOB_NAME, now, now + DAY_MS))) return;
      await this.sweep(now - days * DAY_MS, signal).catch(async (error: unknown) => {
        await jobLocks.reschedule(JOB_NAME, 0);
        throw error;
      });
      if (signal.aborted) await jobLocks.reschedule(JOB_NAME, 0); // the next process goes on
    });
  }

  private async sweep(before: number, signal: AbortSignal): Promise<void> {
    const { stores, days, done } = this.deps;
    let count = 0;
    for (const store of stores) count += await this.empty(store, before, signal);
    if (count > 0)
      done(`${count} records of usage that were older than ${days} days (USAGE_RETENTION_DAYS) are removed`);
  }

  private async empty(store: ExpiringRecords, before: number, signal: AbortSignal): Promise<number> {
    let count = 0;
    for (let removed = -1; removed !== 0 && !signal.aborted; count += removed) {
      removed = await store.removeBefore(before, BATCH_SIZE);
      if (removed > 0) await this.deps.clock.sleep(PAUSE_MS, signal);
    }
    return count;
  }
}
