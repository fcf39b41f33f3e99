import { DAY_MS } from '../kernel/day.ts';
import type { Clock, JobLocks } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type { DeletedData } from './ports.ts';

const INTERVAL_MS = 60_000;
const JOB_NAME = 'purge-indexes';
/** After a failure. */
const RETRY_MS = 60 * 60_000;
/** After a piece of the indexes, so that requests come first. */
const PAUSE_MS = 20;

/** Takes deleted data out of the files of the database: out of its log every minute, out of the indexes once a day. */
export class PurgeDeleted {
  constructor(
    private readonly data: DeletedData,
    private readonly jobLocks: JobLocks,
    readonly clock: Clock,
    readonly failed: (what: string, error: unknown) => void,
  ) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    const { clock, jobLocks } = this;
    return runEvery(INTERVAL_MS, 'removing deleted data from the files of the database', this, signal, async () => {
      const now = clock.now();
      if (!(await jobLocks.acquire(JOB_NAME, now, now + DAY_MS))) return this.data.truncateLog();
      try {
        await this.purge(signal);
      } catch (error) {
        await jobLocks.reschedule(JOB_NAME, now + RETRY_MS);
        throw error;
      }
      return undefined;
    });
  }

  /** Indexes and log, now. */
  async purge(signal: AbortSignal): Promise<void> {
    const { data, clock, jobLocks } = this;
    for await (const _ of data.purgeIndexes()) {
      await clock.sleep(PAUSE_MS, signal);
      if (!signal.aborted) continue;
      await jobLocks.reschedule(JOB_NAME, 0); // the next process begins anew
      return;
    }
    await data.truncateLog();
  }
}
