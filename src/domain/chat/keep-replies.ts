import type { Clock, Quotas, UnitOfWork } from '../kernel/ports.ts';
import type { LiveReplies } from './live-replies.ts';
import type { ReplyObserver, ReplyRepository, Revocations, Runners, SearchIndex } from './ports.ts';
import type { FinishReply } from './finish-reply.ts';
import type { Reply } from './reply.ts';
import { lostCall } from './call-meter.ts';
import { detailsOf } from './reply-details.ts';
import { textOfBatches } from './run-reply.ts';

const TICK_MS = 1000;
const SWEEP_EVERY = 60;
/** How long a finished reply can be followed from any event on. */
const LOG_MS = 10 * 60_000;
/** How the owners begin that have an account. */
const USER = 'user:';
const SEARCH_PARTS = 100;
const COUNTERS_MS = 3 * 86_400_000;

export interface KeepTools {
  readonly replies: ReplyRepository;
  readonly lives: LiveReplies;
  readonly finish: FinishReply;
  readonly runners: Runners;
  readonly revocations: Revocations;
  readonly quotas: Quotas;
  readonly search: SearchIndex;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/** A lease may miss two renewals before it is over. */
const RENEWALS_A_LEASE = 3;
/** How often in the time of a lease the dead are looked for. */
const LOOKS_A_LEASE = 2;

/**
 * The housekeeping beside the streams: renews this process's lease, passes on stops that arrived at another process,
 * ends what is written for accounts that were suspended or deleted,
 * has the search take in what became final, makes the replies of dead processes final with the text they had, and sweeps old logs and counters.
 */
export class KeepReplies {
  private readonly tools: KeepTools;

  constructor(tools: KeepTools) {
    this.tools = tools;
  }

  /** To be awaited before the first request: from then on this process is known to live. */
  async start(): Promise<void> {
    await this.tools.runners.renew();
    await this.recover();
  }

  /** Works each second until `signal` aborts; a failing round is reported and the next one comes all the same. */
  async execute(signal: AbortSignal): Promise<void> {
    await Promise.all([this.keepLease(signal), this.keepHouse(signal)]);
  }

  /** By itself: no other work of a round may make a renewal late. */
  private async keepLease(signal: AbortSignal): Promise<void> {
    const { runners, clock, observer } = this.tools;
    while (!signal.aborted) {
      await clock.sleep(runners.leaseMs / RENEWALS_A_LEASE, signal);
      if (signal.aborted) return;
      try {
        await runners.renew();
      } catch (error) {
        observer.failed('renewing the lease', error);
      }
    }
  }

  private async keepHouse(signal: AbortSignal): Promise<void> {
    for (let tick = 1; !signal.aborted; tick += 1) {
      await this.tools.clock.sleep(TICK_MS, signal);
      if (signal.aborted) return;
      try {
        await this.round(tick);
      } catch (error) {
        this.tools.observer.failed('housekeeping of replies', error);
      }
    }
  }

  /** Interrupts what dead processes left; several processes may do it at once, each reply is settled once. */
  async recover(): Promise<void> {
    const { replies, lives, runners } = this.tools;
    const streaming = (await replies.streaming()).filter(({ id }) => !lives.find(id));
    if (streaming.length === 0) return;
    const dead = new Set(await runners.dead([...new Set(streaming.map(({ runnerId }) => runnerId))]));
    for (const reply of streaming) if (dead.has(reply.runnerId)) await this.interrupt(reply);
  }

  private async interrupt(reply: Reply): Promise<void> {
    const { replies, finish, work } = this.tools;
    await work.run(async () => {
      const fence = await replies.takeOver(reply); // before the log is read: nothing is added to it from then on
      if (!fence) return;
      const batches = await replies.eventsFrom(reply.id, 0);
      const text = textOfBatches(batches);
      const details = detailsOf(
        batches.flatMap(({ events }) => events),
        true,
      );
      const calls = reply.cached ? [] : [lostCall(reply.model, text)];
      await finish.execute(
        { ...reply, ...fence },
        { status: 'interrupted', code: null, text, details, fault: true, calls },
      );
    });
  }

  private async endRevoked(): Promise<void> {
    const { lives, revocations } = this.tools;
    const uids = [...lives.owners()].flatMap((owner) => (owner.startsWith(USER) ? [owner.slice(USER.length)] : []));
    if (uids.length === 0) return;
    for (const uid of await revocations.among(uids)) lives.endAllOf(`${USER}${uid}`);
  }

  private async round(tick: number): Promise<void> {
    const { replies, lives, runners, quotas, clock } = this.tools;
    const now = clock.now();
    if (lives.size > 0) for (const id of await replies.stopRequests(runners.id)) lives.find(id)?.stop('stopped');
    await this.endRevoked();
    if (tick % Math.max(1, Math.round(runners.leaseMs / LOOKS_A_LEASE / TICK_MS)) === 0) await this.recover();
    if (tick % SWEEP_EVERY === 0) {
      await replies.sweep(now - LOG_MS);
      await quotas.sweep(now - COUNTERS_MS);
    }
    await this.catchUp();
  }

  /** A little at a time, and no longer than a round may take: what is left then waits for the next one. */
  private async catchUp(): Promise<void> {
    const { search, clock } = this.tools;
    for (let parts = 1; parts <= SEARCH_PARTS && !(await search.catchUp()); parts += 1) await clock.sleep(0);
  }
}
