import type { Clock, JobLocks } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type { DailyUsage } from './ports.ts';

const INTERVAL_MS = 2000;
const BATCH_SIZE = 2000;
/** Another process continues after this when one died. */
const LEASE_MS = 60_000;
const JOB_NAME = 'roll-up-usage';

/** Adds new ledger lines to the daily sums every two seconds, in one process at a time. */
export class RollUpUsage {
  constructor(
    private readonly days: DailyUsage,
    private readonly jobLocks: JobLocks,
    readonly clock: Clock,
    readonly failed: (what: string, error: unknown) => void,
  ) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    return runEvery(INTERVAL_MS, 'adding up the ledger', this, signal, () => this.runIfDue(signal));
  }

  /** Processes all pending lines, unless another process does. */
  async runIfDue(signal: AbortSignal): Promise<void> {
    const { days, jobLocks, clock } = this;
    if (!(await days.hasPending())) return;
    const now = clock.now();
    if (!(await jobLocks.acquire(JOB_NAME, now, now + LEASE_MS))) return;
    for (let done = BATCH_SIZE; done === BATCH_SIZE && !signal.aborted;) {
      done = await days.rollUp(BATCH_SIZE);
      await jobLocks.reschedule(JOB_NAME, clock.now() + LEASE_MS);
    }
    await jobLocks.reschedule(JOB_NAME, clock.now());
  }
}
