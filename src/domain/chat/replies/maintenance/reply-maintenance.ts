import { detailsOf, reduceEvents } from '../../../../shared/reply-state.ts';
import type { Clock, Quotas, UnitOfWork } from '../../../kernel/ports.ts';
import type { ActiveReplies } from '../active-replies.ts';
import type { MessageRepository, SearchIndex } from '../../conversations/ports.ts';
import type { ReplyObserver, ReplyRepository, Revocations, Runners } from '../ports.ts';
import { giveUpFollowUps } from '../follow-ups.ts';
import type { CommitReply } from '../commit-reply.ts';
import type { Reply } from '../reply.ts';
import { usageOfLostCall } from '../../models/usage-meter.ts';

const TICK_INTERVAL_MS = 1000;
const SWEEP_EVERY_TICKS = 60;
/** How long a finished reply can be followed from any event on. */
const LOG_RETENTION_MS = 10 * 60_000;
/** How the owners begin that have an account. */
const USER_OWNER_PREFIX = 'user:';
const MAX_INDEX_BATCHES = 100;
const COUNTER_RETENTION_MS = 3 * 86_400_000;

export interface ReplyMaintenanceDeps {
  readonly replies: ReplyRepository;
  readonly messages: MessageRepository;
  readonly activeReplies: ActiveReplies;
  readonly commitReply: CommitReply;
  readonly runners: Runners;
  readonly revocations: Revocations;
  readonly quotas: Quotas;
  readonly searchIndex: SearchIndex;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/** A lease may miss two renewals before it is over. */
const RENEWALS_PER_LEASE = 3;
/** How often in the time of a lease the dead are looked for. */
const RECOVERIES_PER_LEASE = 2;

/**
 * The housekeeping beside the streams: renews this process's lease, passes on stops that arrived at another process,
 * ends what is written for accounts that were suspended or deleted,
 * has the search take in what became final, makes the replies of dead processes final with the text they had, and sweeps old logs and counters.
 */
export class ReplyMaintenance {
  private readonly deps: ReplyMaintenanceDeps;

  constructor(deps: ReplyMaintenanceDeps) {
    this.deps = deps;
  }

  /** To be awaited before the first request: from then on this process is known to live. */
  async start(): Promise<void> {
    await this.deps.runners.renew();
    await this.recover();
  }

  /** Works each second until `signal` aborts; a failing round is reported and the next one comes all the same. */
  async execute(signal: AbortSignal): Promise<void> {
    await Promise.all([this.renewLease(signal), this.runBackgroundJobs(signal)]);
  }

  /** By itself: no other work of a round may make a renewal late. */
  private async renewLease(signal: AbortSignal): Promise<void> {
    const { runners, clock, observer } = this.deps;
    while (!signal.aborted) {
      await clock.sleep(runners.leaseMs / RENEWALS_PER_LEASE, signal);
      if (signal.aborted) return;
      try {
        await runners.renew();
      } catch (error) {
        observer.failed('renewing the lease', error);
      }
    }
  }

  private async runBackgroundJobs(signal: AbortSignal): Promise<void> {
    for (let tick = 1; !signal.aborted; tick += 1) {
      await this.deps.clock.sleep(TICK_INTERVAL_MS, signal);
      if (signal.aborted) return;
      try {
        await this.runTick(tick);
      } catch (error) {
        this.deps.observer.failed('housekeeping of replies', error);
      }
    }
  }

  /** Interrupts what dead processes left; several processes may do it at once, each reply is settled once. */
  async recover(): Promise<void> {
    const { replies, activeReplies, runners } = this.deps;
    const running = [...(await replies.listStreaming()), ...(await replies.listFollowedUp())];
    const foreign = running.filter(({ id }) => !activeReplies.find(id));
    if (foreign.length === 0) return;
    const expired = new Set(await runners.findExpired([...new Set(foreign.map(({ runnerId }) => runnerId))]));
    for (const reply of foreign) if (expired.has(reply.runnerId)) await this.recoverReply(reply);
  }

  private async recoverReply(reply: Reply): Promise<void> {
    if (reply.status === 'streaming') return this.interrupt(reply);
    await this.deps.work.run(() => giveUpFollowUps(this.deps, reply));
  }

  private async interrupt(reply: Reply): Promise<void> {
    const { replies, commitReply, work } = this.deps;
    await work.run(async () => {
      const fence = await replies.takeOver(reply); // before the log is read: nothing is added to it from then on
      if (!fence) return;
      const batches = await replies.listEvents(reply.id, 0);
      const events = batches.flatMap((batch) => batch.events);
      const logged = reduceEvents([...events, { type: 'end', status: 'interrupted' }]);
      const { text } = logged;
      const calls = reply.cached ? [] : [usageOfLostCall(reply.model, text)];
      await commitReply.execute(
        { ...reply, ...fence },
        { status: 'interrupted', code: null, text, details: detailsOf(logged), refundable: true, calls },
      );
    });
  }

  private async stopRevoked(): Promise<void> {
    const { activeReplies, revocations } = this.deps;
    const uids = [...activeReplies.owners()].flatMap((owner) =>
      owner.startsWith(USER_OWNER_PREFIX) ? [owner.slice(USER_OWNER_PREFIX.length)] : [],
    );
    if (uids.length === 0) return;
    for (const uid of await revocations.findRevoked(uids)) activeReplies.stopAllOf(`${USER_OWNER_PREFIX}${uid}`);
  }

  private async runTick(tick: number): Promise<void> {
    const { replies, activeReplies, runners, quotas, clock } = this.deps;
    const now = clock.now();
    if (activeReplies.size > 0)
      for (const id of await replies.listStopRequests(runners.id)) activeReplies.find(id)?.stop('stopped');
    await this.stopRevoked();
    if (tick % Math.max(1, Math.round(runners.leaseMs / RECOVERIES_PER_LEASE / TICK_INTERVAL_MS)) === 0)
      await this.recover();
    if (tick % SWEEP_EVERY_TICKS === 0) {
      await replies.sweep(now - LOG_RETENTION_MS);
      await quotas.sweep(now - COUNTER_RETENTION_MS);
    }
    await this.indexPending();
  }

  /** A little at a time, and no longer than a round may take: what is left then waits for the next one. */
  private async indexPending(): Promise<void> {
    const { searchIndex, clock } = this.deps;
    for (let batches = 1; batches <= MAX_INDEX_BATCHES && !(await searchIndex.indexPending()); batches += 1)
      await clock.sleep(0);
  }
}
