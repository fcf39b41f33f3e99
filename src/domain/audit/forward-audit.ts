import { backoffMs } from '../kernel/backoff.ts';
import type { Clock, JobLocks } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type { ErrorDescriber } from '../operations/ports.ts';
import { type AuditEntry, EMPTY_CHAIN } from './entry.ts';
import type { AuditCollector, AuditStore, ForwardCheckpoint, ForwardCheckpoints } from './ports.ts';

const JOB_NAME = 'audit-forwarding';
const INTERVAL_MS = 5000;
/** A batch ends before this, also on a slow network, so that no second process sends meanwhile. */
const LEASE_MS = 120_000;
const SEND_TIMEOUT_MS = 60_000;
const BATCH_SIZE = 200;
/** Details have at most 8 000 characters, so one entry is always below. */
const MAX_BATCH_CHARACTERS = 256 * 1024;
const BACKOFF = { baseMs: 5000, maxMs: 10 * 60_000 };

export interface ForwardAuditDeps {
  readonly store: AuditStore;
  readonly checkpoints: ForwardCheckpoints;
  /** Undefined: entries are sent nowhere. */
  readonly collector: AuditCollector | undefined;
  readonly jobLocks: JobLocks;
  readonly clock: Clock;
  readonly errorDescriber: ErrorDescriber;
  readonly failed: (what: string, error: unknown) => void;
}

const firstBatch = (entries: readonly AuditEntry[]): readonly AuditEntry[] => {
  let characters = 0;
  const end = entries.findIndex(({ details }) => (characters += details.length + 500) > MAX_BATCH_CHARACTERS);
  return entries.slice(0, Math.min(BATCH_SIZE, end > 0 ? end : BATCH_SIZE));
};

/**
 * Sends the audit log to another system: in order, each entry at least once, by one process at a time. The checkpoint
 * is stored after the other side took a batch, so a restart or a fault repeats a batch but never leaves one out.
 */
export class ForwardAudit {
  constructor(private readonly deps: ForwardAuditDeps) {}

  /** Until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { collector } = this.deps;
    if (!collector) return;
    await runEvery(INTERVAL_MS, 'forwarding the audit log', this.deps, signal, () => this.sendDue(collector, signal));
  }

  /** Everything that waits, unless another process is at it or a fault was too short ago. */
  private async sendDue(collector: AuditCollector, signal: AbortSignal): Promise<void> {
    const { store, checkpoints, jobLocks, clock } = this.deps;
    const checkpoint = await checkpoints.find();
    if (((await store.ends()).head ?? EMPTY_CHAIN).hash === checkpoint.hash) return;
    const now = clock.now();
    if (!(await jobLocks.acquire(JOB_NAME, now, now + LEASE_MS))) return;
    let dueAt = 0;
    try {
      while (!signal.aborted && (await this.sendBatch(collector, signal)))
        await jobLocks.reschedule(JOB_NAME, clock.now() + LEASE_MS);
    } catch (error) {
      if (!signal.aborted) dueAt = clock.now() + (await this.recordFailure(error));
      throw error;
    } finally {
      await jobLocks.reschedule(JOB_NAME, dueAt);
    }
  }

  /** False when nothing is left, or another process has sent meanwhile. */
  private async sendBatch(collector: AuditCollector, signal: AbortSignal): Promise<boolean> {
    const { checkpoints, clock } = this.deps;
    const checkpoint = await checkpoints.find();
    const { entries, lost } = await this.nextEntries(checkpoint);
    const last = entries.at(-1);
    if (!last) return false;
    const timeout = new AbortController();
    const done = new AbortController();
    void clock.sleep(SEND_TIMEOUT_MS, done.signal).then(() => timeout.abort());
    try {
      await collector.send(entries, AbortSignal.any([signal, timeout.signal]));
    } finally {
      done.abort();
    }
    const sent = { sequence: last.sequence, hash: last.hash, sentAt: clock.now() };
    return checkpoints.save(
      { ...sent, failedAt: null, failures: 0, error: null, lost: checkpoint.lost + lost },
      checkpoint.sequence,
    );
  }

  /**
   * What follows the checkpoint. If the entry that was sent last is no longer the one with its place, somebody rewrote
   * the chain: then all of it is sent again, and the other side has both versions.
   */
  private async nextEntries({
    sequence,
    hash,
  }: ForwardCheckpoint): Promise<{ entries: readonly AuditEntry[]; lost: number }> {
    const { store } = this.deps;
    const found = await store.listAfter(Math.max(0, sequence - 1), BATCH_SIZE + 1);
    const [first] = found;
    if (first?.sequence === sequence && first.hash === hash) return { entries: firstBatch(found.slice(1)), lost: 0 };
    if (first && (sequence === 0 || first.sequence > sequence))
      return { entries: firstBatch(found), lost: sequence === 0 ? 0 : first.sequence - sequence - 1 };
    return { entries: firstBatch(await store.listAfter(0, BATCH_SIZE)), lost: 0 };
  }

  /** How long to wait. */
  private async recordFailure(error: unknown): Promise<number> {
    const { checkpoints, clock, errorDescriber } = this.deps;
    const checkpoint = await checkpoints.find();
    const failures = checkpoint.failures + 1;
    const description = errorDescriber.describe(error);
    await checkpoints.save({ ...checkpoint, failures, failedAt: clock.now(), error: description }, checkpoint.sequence);
    return backoffMs(BACKOFF, failures);
  }
}
