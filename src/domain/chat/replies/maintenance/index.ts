import type { Activity } from '../../../kernel/activity.ts';
import type { SearchIndex } from '../../conversations/ports.ts';
import type { Revocations } from '../ports/requesters.ts';
import type { OpenQuestions } from '../waiting/open-questions.ts';
import { type LeaseDeps, renewLease } from './lease.ts';
import { type RecoveryDeps, recoverReplies, recoverUnknown } from './recovery.ts';
import { type RetentionDeps, sweepReplies } from './retention.ts';

const TICK_INTERVAL_MS = 1000;
const SWEEP_EVERY_TICKS = 60;
const RECOVERIES_PER_LEASE = 2;
const USER_OWNER_PREFIX = 'user:';
const MAX_INDEX_BATCHES = 100;
/** Other processes index what they stored themselves. */
const ADOPT_EVERY_TICKS = 30;
/** An idle process looks so often for replies of dead processes and for messages to index. */
const IDLE_EVERY_TICKS = 30;

export interface ReplyMaintenanceDeps extends LeaseDeps, RecoveryDeps, RetentionDeps {
  readonly revocations: Revocations;
  readonly searchIndex: SearchIndex;
  readonly activity: Activity;
  readonly openQuestions: OpenQuestions;
}

/**
 * The background jobs for replies: lease, recovery, retention, search index; stops requested at another process; and
 * the end of replies to accounts that were suspended or deleted.
 */
export class ReplyMaintenance {
  constructor(private readonly deps: ReplyMaintenanceDeps) {}

  /** Must be awaited before the first request: from then on other processes know that this one is alive. */
  async start(): Promise<void> {
    await this.deps.runners.renew();
    await this.deps.runners.retireOthers();
    await recoverUnknown(this.deps);
  }

  /** Runs every second until `signal` aborts; a failed run is reported and the next one follows. */
  async execute(signal: AbortSignal): Promise<void> {
    await Promise.all([renewLease(this.deps, signal), this.runJobs(signal)]);
  }

  recover(): Promise<void> {
    return recoverReplies(this.deps);
  }

  private async runJobs(signal: AbortSignal): Promise<void> {
    for (let tick = 1; !signal.aborted; tick += 1) {
      await this.deps.clock.sleep(TICK_INTERVAL_MS, signal);
      if (signal.aborted) return;
      await this.runTick(tick).catch((error: unknown) => this.deps.observer.failed('housekeeping of replies', error));
    }
  }

  private async runTick(tick: number): Promise<void> {
    const { runners, bus, activeReplies, activity } = this.deps;
    if (tick % Math.round(bus.pace.stopMs / TICK_INTERVAL_MS) === 0) await this.stopRequested();
    await this.stopRevoked();
    await this.deps.openQuestions.look();
    const recoverEvery = activity.isIdle
      ? IDLE_EVERY_TICKS
      : Math.max(1, Math.round(runners.leaseMs / RECOVERIES_PER_LEASE / TICK_INTERVAL_MS));
    if (tick % recoverEvery === 0) await this.recover();
    if (tick % SWEEP_EVERY_TICKS === 0 && (await sweepReplies(this.deps))) await recoverUnknown(this.deps);
    if (tick % ADOPT_EVERY_TICKS === 0) await this.deps.searchIndex.adoptExpired();
    if (activeReplies.size > 0) activity.note();
    if (!activity.isIdle || tick % IDLE_EVERY_TICKS === 0) await this.indexPending();
  }

  /** The bus may have lost one. */
  private async stopRequested(): Promise<void> {
    const { replies, activeReplies, runners } = this.deps;
    if (activeReplies.size === 0) return;
    for (const id of await replies.listStopRequests(runners.id)) activeReplies.find(id)?.stop('stopped');
  }

  private async stopRevoked(): Promise<void> {
    const { activeReplies, revocations } = this.deps;
    const uids = [...activeReplies.owners()].flatMap((owner) =>
      owner.startsWith(USER_OWNER_PREFIX) ? [owner.slice(USER_OWNER_PREFIX.length)] : [],
    );
    if (uids.length === 0) return;
    for (const uid of await revocations.findRevoked(uids)) activeReplies.stopAllOf(`${USER_OWNER_PREFIX}${uid}`);
  }

  /** In small batches, with a limit per tick; the rest waits for the next one. */
  private async indexPending(): Promise<void> {
    const { searchIndex, clock } = this.deps;
    for (let batches = 1; batches <= MAX_INDEX_BATCHES && !(await searchIndex.indexPending()); batches += 1)
      await clock.sleep(0);
  }
}
