import type { Clock } from '../../kernel/ports.ts';
import type { DomainError } from '../../kernel/domain-error.ts';
import { AccountClosed, ShuttingDown, TooBusy } from '../errors.ts';
import { ActiveReply } from './active-reply.ts';
import { BusPublisher } from './bus/bus-publisher.ts';
import type { ReplyBus } from './bus/ports.ts';
import type { ReplyObserver, ReplyRepository } from './ports/reply-store.ts';
import type { Reply } from './reply.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';

/** How often to ask whether a checkpoint is due: the bus may be lost meanwhile. */
const CHECKPOINT_TICK_MS = 250;
const POLL_INTERVAL_MS = 50;
const STOP_TIMEOUT_MS = 2000;
/** Time to store interrupted replies when the grace period is over, half of the time until the process is killed. */
const FINAL_COMMIT_TIMEOUT_MS = 2500;

/** A request that is answered like a reply but not stored as one. */
export interface EphemeralRequest {
  readonly owner: string;
  /** Ends the response with this error. */
  readonly abort: (reason: DomainError) => void;
}

/** The replies that this process runs, and the loop that checkpoints them. */
export class ActiveReplies {
  private readonly active = new Map<string, ActiveReply>();
  private admitted = 0;
  private readonly ephemeralRequests = new Set<EphemeralRequest>();
  private isClosed = false;
  private isInterrupting = false;
  private whenEmpty: () => void = () => undefined;
  private isCheckpointing = false;
  private checkpointing: Promise<void> = Promise.resolve();
  private readonly publisher: BusPublisher;

  /** `capacity`: the maximum number of parallel replies. */
  constructor(
    private readonly replies: ReplyRepository,
    private readonly bus: ReplyBus,
    private readonly clock: Clock,
    private readonly observer: ReplyObserver,
    private readonly capacity: number,
  ) {
    this.publisher = new BusPublisher(bus, clock);
    bus.onStop((replyId) => this.active.get(replyId)?.stop('stopped'));
  }

  get isDraining(): boolean {
    return this.isClosed;
  }

  get size(): number {
    return this.active.size;
  }

  /**
   * Reserves a slot for a reply until the returned function is called. Call it before anything is charged or stored, so
   * that capacity and drain account for it. An ephemeral request is aborted when the grace period of a drain ends or
   * its account is closed. Throws `ShuttingDown`, `TooBusy`.
   */
  admit(request?: EphemeralRequest): () => void {
    if (this.isClosed) throw new ShuttingDown();
    if (this.active.size + this.admitted >= this.capacity) throw new TooBusy();
    this.admitted += 1;
    if (request) this.ephemeralRequests.add(request);
    return () => {
      this.admitted -= 1;
      if (request) this.ephemeralRequests.delete(request);
      if (!this.isBusy) this.whenEmpty();
    };
  }

  /** `logged`: the events of a reply that an earlier process began. */
  add(reply: Reply, logged: readonly ReplyEvent[] = []): ActiveReply {
    const active = new ActiveReply(reply, this.publisher.add, logged);
    active.onWait = () => {
      if (this.isClosed) active.handOver();
    };
    this.active.set(reply.id, active);
    if (!this.isCheckpointing) void this.runCheckpoints();
    if (this.isInterrupting) active.stop('interrupted');
    return active;
  }

  find(replyId: string): ActiveReply | undefined {
    return this.active.get(replyId);
  }

  /** The answer is stored. Follow-ups are skipped when the process is draining. */
  publishEnd(active: ActiveReply): void {
    active.publishEnd();
    if (this.isClosed) active.stop('interrupted');
  }

  /** The reply is final and stored: subscribers stay, new ones read the log. */
  remove(active: ActiveReply): void {
    active.close();
    this.active.delete(active.reply.id);
    if (!this.isBusy) this.whenEmpty();
  }

  /** The reply cannot be stored from here: subscribers get it as interrupted. */
  abandon(active: ActiveReply): void {
    active.abandon();
    this.active.delete(active.reply.id);
    if (!this.isBusy) this.whenEmpty();
  }

  /** Another process goes on with the reply: its log is complete, and subscribers follow it there. */
  async release(active: ActiveReply): Promise<void> {
    await this.waitForCheckpoint();
    const batch = active.unsaved();
    try {
      if (batch) await this.replies.append([{ reply: active.reply, batch }]);
    } catch (error) {
      this.observer.failed(`storing the log of reply ${active.reply.id}, which is handed over`, error);
    }
    active.detach();
    this.active.delete(active.reply.id);
    if (!this.isBusy) this.whenEmpty();
  }

  /** Waits for the running checkpoint. Afterwards only the caller saves this reply's events. */
  async waitForCheckpoint(): Promise<void> {
    await this.checkpointing;
  }

  /** Stops a reply and waits until it is stored, for at most two seconds. */
  async stopAndWait(replyId: string): Promise<void> {
    this.active.get(replyId)?.stop('stopped');
    const deadline = this.clock.now() + STOP_TIMEOUT_MS;
    while (this.active.has(replyId) && this.clock.now() < deadline) await this.clock.sleep(POLL_INTERVAL_MS);
  }

  /** Unique owners of running replies and requests. */
  owners(): ReadonlySet<string> {
    const owners = new Set<string>();
    for (const { reply } of this.active.values()) owners.add(reply.owner);
    for (const { owner } of this.ephemeralRequests) owners.add(owner);
    return owners;
  }

  stopAllOf(owner: string): void {
    for (const active of this.active.values()) if (active.reply.owner === owner) active.stop('stopped');
    for (const request of this.ephemeralRequests) if (request.owner === owner) request.abort(new AccountClosed());
  }

  /**
   * Takes no new replies, hands over those that wait for an answer, waits up to `graceMs` for running ones, interrupts
   * the rest and waits until they are stored.
   * Subscribers get what cannot be stored by then as interrupted.
   */
  async drain(graceMs: number): Promise<void> {
    this.isClosed = true;
    for (const active of this.active.values())
      if (active.isFollowedUp) active.stop('interrupted');
      else if (active.waiting === 'wholly') active.handOver();
    await this.waitUntilEmpty(graceMs);
    this.isInterrupting = true;
    for (const active of this.active.values())
      if (active.waiting === 'no') active.stop('interrupted');
      else active.handOver();
    for (const { abort } of this.ephemeralRequests) abort(new ShuttingDown());
    await this.waitUntilEmpty(FINAL_COMMIT_TIMEOUT_MS);
    for (const active of this.active.values()) this.abandon(active);
  }

  /** Waits until no reply is running or admitted, for at most `ms`. */
  private async waitUntilEmpty(ms: number): Promise<void> {
    if (!this.isBusy) return;
    const empty = new AbortController();
    this.whenEmpty = () => empty.abort();
    await this.clock.sleep(ms, empty.signal);
  }

  private get isBusy(): boolean {
    return this.active.size + this.admitted > 0;
  }

  private async runCheckpoints(): Promise<void> {
    this.isCheckpointing = true;
    let lastAt = this.clock.now();
    while (this.active.size > 0) {
      await this.clock.sleep(CHECKPOINT_TICK_MS);
      if (this.clock.now() - lastAt < this.bus.pace.checkpointMs - CHECKPOINT_TICK_MS / 2) continue;
      lastAt = this.clock.now();
      this.checkpointing = this.checkpoint();
      await this.checkpointing;
    }
    this.isCheckpointing = false;
  }

  private async checkpoint(): Promise<void> {
    const entries = [];
    const onSaved: (() => void)[] = [];
    for (const active of this.active.values()) {
      const batch = active.unsaved();
      if (!batch) continue;
      entries.push({ reply: active.reply, batch });
      onSaved.push(() => active.markSaved(batch.first + batch.events.length));
    }
    if (entries.length === 0) return;
    try {
      await this.replies.append(entries);
      for (const markSaved of onSaved) markSaved();
    } catch (error) {
      // Saved with the next checkpoint.
      this.observer.failed('a checkpoint of streaming replies; it is tried again', error);
    }
  }
}
