import type { AuditAction } from '../../shared/audit.ts';
import type { Clock } from '../kernel/ports.ts';
import type { AuditTrail } from './audit-trail.ts';
import { detailsJson } from './details.ts';
import type { AuditRecord } from './entry.ts';
import { type AuditContext, RefusalLog } from './ports.ts';

const FLUSH_INTERVAL_MS = 1000;
/** Equal refusals within this time are one entry with their number. */
const FOLD_MS = 10 * 60_000;
/** So many entries at once, and then one more in so many milliseconds: at most 3 000 a day and process. */
const MAX_BURST = 100;
const REFILL_MS = 30_000;
/** Kinds of refusals that are counted apart; others are counted together. */
const MAX_KINDS = 500;

interface Fold {
  readonly record: Omit<AuditRecord, 'at' | 'details' | 'outcome'>;
  readonly reason: string;
  readonly until: number;
  /** Since the last entry of this kind. */
  count: number;
}

/**
 * Refusals: the first of a kind (action, actor, way, address, target, reason) is an entry at once; equal ones within
 * ten minutes are counted and become one entry more. Entries are metered. What exceeds that is one number in one entry
 * in ten minutes, so a storm of any size costs a bounded number of rows.
 */
export class AuditRefusals extends RefusalLog {
  private readonly folds = new Map<string, Fold>();
  private readonly pending: AuditRecord[] = [];
  private tokens = MAX_BURST;
  private refilledAt: number;
  private overflow = { count: 0, since: 0 };

  constructor(
    private readonly trail: Pick<AuditTrail, 'append'>,
    private readonly context: AuditContext,
    private readonly clock: Clock,
    private readonly failed: (what: string, error: unknown) => void,
  ) {
    super();
    this.refilledAt = clock.now();
  }

  refuse(action: AuditAction, reason: string): void {
    const now = this.clock.now();
    const record = { ...this.context.current(), action, target: this.context.target() ?? null };
    const key = JSON.stringify([record, reason]);
    const fold = this.folds.get(key);
    if (fold) fold.count += 1;
    else if (this.folds.size < MAX_KINDS && this.takeToken(now)) {
      this.folds.set(key, { record, reason, until: now + FOLD_MS, count: 0 });
      this.pending.push(toEntry(record, reason, now, 1));
    } else this.countOverflow(now);
  }

  /** Until `signal` aborts; then everything that is counted is written. */
  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.clock.sleep(FLUSH_INTERVAL_MS, signal);
      await this.flush(signal.aborted);
    }
  }

  /** Writes what is due. Entries that cannot be written are reported and dropped. */
  async flush(isLast = false): Promise<void> {
    const now = this.clock.now();
    const due = this.pending.splice(0);
    for (const [key, fold] of this.folds) {
      if (!isLast && fold.until > now) continue;
      this.folds.delete(key);
      if (fold.count > 0) due.push(toEntry(fold.record, fold.reason, now, fold.count));
    }
    const { count, since } = this.overflow;
    if (count > 0 && (isLast || since + FOLD_MS <= now)) {
      this.overflow = { count: 0, since: 0 };
      due.push(toEntry(SERVER_FOLD, 'more refusals than are recorded one by one', now, count));
    }
    for (const entry of due)
      await this.trail
        .append(entry)
        .catch((error: unknown) => this.failed('writing a refusal to the audit log', error));
  }

  private takeToken(now: number): boolean {
    const refilled = Math.floor((now - this.refilledAt) / REFILL_MS);
    if (refilled > 0) {
      this.tokens = Math.min(MAX_BURST, this.tokens + refilled);
      this.refilledAt += refilled * REFILL_MS;
    }
    if (this.tokens === 0) return false;
    this.tokens -= 1;
    return true;
  }

  private countOverflow(now: number): void {
    this.overflow = { count: this.overflow.count + 1, since: this.overflow.since || now };
  }
}

const SERVER_FOLD: Fold['record'] = {
  actor: { kind: 'system', uid: null },
  way: 'job',
  address: null,
  action: 'audit.fold',
  target: null,
};

const toEntry = (record: Fold['record'], reason: string, at: number, times: number): AuditRecord => ({
  ...record,
  at,
  outcome: 'refused',
  details: detailsJson(times === 1 ? { reason } : { reason, times }),
});
