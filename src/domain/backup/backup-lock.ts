import type { Clock, JobLocks } from '../kernel/ports.ts';
import { BackupRunning } from './errors.ts';
import { BackupGuard } from './ports.ts';

const NAME = 'backup';
const RENEW_INTERVAL_MS = 60_000;
/** A process that dies lets files be removed again after this. */
const LEASE_MS = 15 * RENEW_INTERVAL_MS;

/** One backup runs at a time; while it does, bytes of deleted files are not removed. */
export class BackupLock extends BackupGuard {
  constructor(
    private readonly locks: JobLocks,
    private readonly clock: Clock,
  ) {
    super();
  }

  isHeld(): Promise<boolean> {
    return this.locks.isHeld(NAME, this.clock.now());
  }

  /** Throws `BackupRunning`. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const now = this.clock.now();
    if (!(await this.locks.acquire(NAME, now, now + LEASE_MS))) throw new BackupRunning();
    const done = new AbortController();
    const renewal = this.renew(done.signal);
    try {
      return await work();
    } finally {
      done.abort();
      await renewal;
      await this.locks.reschedule(NAME, 0);
    }
  }

  private async renew(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.sleep(RENEW_INTERVAL_MS, signal);
      if (signal.aborted) return;
      // The next renewal tries again; the lease outlasts several.
      await this.locks.reschedule(NAME, this.clock.now() + LEASE_MS).catch(() => undefined);
    }
  }
}
