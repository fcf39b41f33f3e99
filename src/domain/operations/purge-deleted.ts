import type { JobLocks } from '../billing/ports.ts';
import { DAY_MS } from '../kernel/day.ts';
import type { Clock } from '../kernel/ports.ts';
import type { DeletedData } from './ports.ts';

const INTERVAL_MS = 60_000;
const JOB_NAME = 'purge-indexes';
/** After a piece of the indexes, so that requests come first. */
const PAUSE_MS = 20;

/** Takes deleted data out of the files of the database: out of its log every minute, out of the indexes once a day. */
export class PurgeDeleted {
  constructor(
    private readonly data: DeletedData,
    private readonly jobLocks: JobLocks,
    private readonly clock: Clock,
    private readonly failed: (what: string, error: unknown) => void,
  ) {}

  /** Until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, jobLocks, failed } = this;
    while (!signal.aborted) {
      await clock.sleep(INTERVAL_MS, signal);
      if (signal.aborted) return;
      try {
        const now = clock.now();
        if (await jobLocks.acquire(JOB_NAME, now, now + DAY_MS)) await this.purge(signal);
        else await this.data.truncateLog();
      } catch (error) {
        failed('removing deleted data from the files of the database', error);
      }
    }
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
