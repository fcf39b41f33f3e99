import type { Clock, JobLocks } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type { BackupProcess } from './ports.ts';

const NAME = 'scheduled-backup';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A backup of a process that died is tried again after this. */
const LEASE_MS = 6 * 60 * MINUTE_MS;
/** So is one that failed. */
const RETRY_MS = 60 * MINUTE_MS;

export interface ScheduledBackupsDeps {
  /** Minutes after midnight UTC; none: there is no schedule. */
  readonly schedule: readonly number[];
  readonly process: BackupProcess;
  readonly jobLocks: JobLocks;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
  readonly warn: (line: string) => void;
}

/** The first time of the schedule after `now`. */
export const nextTime = (schedule: readonly number[], now: number): number => {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const times = [midnight, midnight + DAY_MS].flatMap((day) => schedule.map((minute) => day + minute * MINUTE_MS));
  return times.find((time) => time > now) ?? midnight + DAY_MS;
};

/** Makes backups at their times, in one process at a time; the first one at the first start. */
export class ScheduledBackups {
  constructor(private readonly deps: ScheduledBackupsDeps) {}

  async execute(signal: AbortSignal): Promise<void> {
    if (this.deps.schedule.length === 0) return;
    await runEvery(MINUTE_MS, 'the scheduled backup', this.deps, signal, () => this.runIfDue(signal));
  }

  async runIfDue(signal: AbortSignal): Promise<void> {
    const { schedule, process, jobLocks, clock, warn } = this.deps;
    const now = clock.now();
    if (!(await jobLocks.acquire(NAME, now, now + LEASE_MS))) return;
    try {
      const warning = await process.run(signal);
      if (warning !== '') warn(`the scheduled backup: ${warning}`);
      await jobLocks.reschedule(NAME, nextTime(schedule, now));
    } catch (error) {
      const retryAt = signal.aborted ? now : clock.now() + RETRY_MS;
      await jobLocks.reschedule(NAME, Math.min(retryAt, nextTime(schedule, clock.now())));
      throw error;
    }
  }
}
