import { DAY_MS } from '../kernel/day.ts';
import type { Clock, Settings, UnitOfWork, JobLocks } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type { AuditEntry, ChainEnd } from './entry.ts';
import type { AuditLog, AuditStore } from './ports.ts';

const INTERVAL_MS = 3_600_000;
const JOB_NAME = 'audit-retention';

export interface AuditRetentionDeps {
  readonly store: AuditStore;
  readonly audit: AuditLog;
  readonly settings: Settings<{ readonly retentionDays: number }>;
  readonly jobLocks: JobLocks;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Removes entries that are older than the admins want, once an hour and in one process. The removal is an entry too,
 * and says which entry was the last removed: so the chain still verifies, and a removal by hand shows.
 */
export class AuditRetention {
  constructor(private readonly deps: AuditRetentionDeps) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    const { clock, jobLocks } = this.deps;
    return runEvery(INTERVAL_MS, 'removing old entries of the audit log', this.deps, signal, async () => {
      const now = clock.now();
      if (await jobLocks.acquire(JOB_NAME, now, now + INTERVAL_MS)) await this.sweep();
    });
  }

  async sweep(): Promise<void> {
    const { store, audit, settings, work, clock } = this.deps;
    const { retentionDays } = await settings.current();
    const last = await store.findExpired(clock.now() - retentionDays * DAY_MS);
    if (!last) return;
    await work.run(async () => {
      await store.removeThrough(last);
      await audit.record({
        action: 'audit.sweep',
        details: { through: last.sequence, hash: last.hash, retentionDays },
      });
    });
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Its hash was checked, but anybody can write that of an entry without a good seal. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What an entry about a removal says was removed; undefined for other entries. */
export const parseSweep = ({ action, details }: AuditEntry): ChainEnd | undefined => {
  if (action !== 'audit.sweep') return undefined;
  const parsed = parseJson(details);
  const [through, hash] = [fieldOf(parsed, 'through'), fieldOf(parsed, 'hash')];
  return typeof through === 'number' && typeof hash === 'string' ? { sequence: through, hash } : undefined;
};
