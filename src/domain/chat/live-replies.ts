import type { Clock } from '../kernel/ports.ts';
import type { DomainError } from '../kernel/domain-error.ts';
import { AccountClosed, ShuttingDown, TooBusy } from './errors.ts';
import { LiveReply } from './live-reply.ts';
import type { ReplyObserver, ReplyRepository } from './ports.ts';
import type { Reply } from './reply.ts';

const CHECKPOINT_MS = 250;
const PATIENCE_MS = 50;
const STOP_MS = 2000;
/**
 * How long interrupted replies may take to be stored however short the grace was,
 * half of the time until the process is ended.
 */
const KEEP_MS = 2500;

/** Somebody who is answered for as long as a reply takes, without a reply of their own here. */
export interface Guest {
  /** As `Reply.owner`. */
  readonly owner: string;
  /** Ends the answer, with what it is to be refused with. */
  readonly cut: (reason: DomainError) => void;
}

/** The replies that this process writes, and the one loop that saves what is new of all of them at once. */
export class LiveReplies {
  private readonly live = new Map<string, LiveReply>();
  private readonly replies: ReplyRepository;
  private readonly clock: Clock;
  private readonly observer: ReplyObserver;
  private readonly capacity: number;
  private entering = 0;
  private readonly guests = new Set<Guest>();
  private closed = false;
  private interrupting = false;
  private whenEmpty: () => void = () => undefined;
  private looping = false;
  private saving: Promise<void> = Promise.resolve();

  /** `capacity` is how many replies may run here at once. */
  constructor(replies: ReplyRepository, clock: Clock, observer: ReplyObserver, capacity: number) {
    this.replies = replies;
    this.clock = clock;
    this.observer = observer;
    this.capacity = capacity;
  }

  get size(): number {
    return this.live.size;
  }

  /**
   * Keeps a place for a reply until the answered function is called; asked before anything is charged or stored, so that
   * neither the capacity nor a drain overlooks who is on the way. Who stays as long as a reply takes comes as a guest, who
   * is cut off when a drain's grace is over or the account ends. Throws `ShuttingDown` or `TooBusy`.
   */
  admit(guest?: Guest): () => void {
    if (this.closed) throw new ShuttingDown();
    if (this.live.size + this.entering >= this.capacity) throw new TooBusy();
    this.entering += 1;
    if (guest) this.guests.add(guest);
    return () => {
      this.entering -= 1;
      if (guest) this.guests.delete(guest);
      if (!this.busy) this.whenEmpty();
    };
  }

  add(reply: Reply): LiveReply {
    const live = new LiveReply(reply);
    this.live.set(reply.id, live);
    if (!this.looping) void this.loop();
    if (this.interrupting) live.stop('interrupted');
    return live;
  }

  find(replyId: string): LiveReply | undefined {
    return this.live.get(replyId);
  }

  /** The reply is final and stored: watchers keep their hold, newcomers read the log. */
  remove(live: LiveReply): void {
    live.end();
    this.live.delete(live.reply.id);
    if (!this.busy) this.whenEmpty();
  }

  /** The reply cannot be stored from here: watchers are told that it was interrupted, and it counts as running no more. */
  abandon(live: LiveReply): void {
    live.abandon();
    this.live.delete(live.reply.id);
    if (!this.busy) this.whenEmpty();
  }

  /** Waits for the checkpoint under way, after which nobody but the caller saves events of `live`. */
  async settle(): Promise<void> {
    await this.saving;
  }

  /** Stops a reply and waits until it is stored as stopped, but no longer than two seconds. */
  async stopAndWait(replyId: string): Promise<void> {
    this.live.get(replyId)?.stop('stopped');
    const deadline = this.clock.now() + STOP_MS;
    while (this.live.has(replyId) && this.clock.now() < deadline) await this.clock.sleep(PATIENCE_MS);
  }

  /** Whom this process answers now, each once. */
  owners(): ReadonlySet<string> {
    const owners = new Set<string>();
    for (const { reply } of this.live.values()) owners.add(reply.owner);
    for (const { owner } of this.guests) owners.add(owner);
    return owners;
  }

  /** Ends whatever is being answered to an owner here. */
  endAllOf(owner: string): void {
    for (const live of this.live.values()) if (live.reply.owner === owner) live.stop('stopped');
    for (const guest of this.guests) if (guest.owner === owner) guest.cut(new AccountClosed());
  }

  /**
   * Takes no new replies, waits up to `graceMs` for the running ones, interrupts the rest and waits until they are
   * stored. What the database will not take by then is told as interrupted, never as complete.
   */
  async drain(graceMs: number): Promise<void> {
    this.closed = true;
    await this.emptied(graceMs);
    this.interrupting = true;
    for (const live of this.live.values()) live.stop('interrupted');
    for (const { cut } of this.guests) cut(new ShuttingDown());
    await this.emptied(KEEP_MS);
    for (const live of this.live.values()) this.abandon(live);
  }

  /** Until no reply runs here and none is on the way, but no longer than `ms`. */
  private async emptied(ms: number): Promise<void> {
    if (!this.busy) return;
    const empty = new AbortController();
    this.whenEmpty = () => empty.abort();
    await this.clock.sleep(ms, empty.signal);
  }

  private get busy(): boolean {
    return this.live.size + this.entering > 0;
  }

  private async loop(): Promise<void> {
    this.looping = true;
    while (this.live.size > 0) {
      await this.clock.sleep(CHECKPOINT_MS);
      this.saving = this.checkpoint();
      await this.saving;
    }
    this.looping = false;
  }

  private async checkpoint(): Promise<void> {
    const entries = [];
    const marks: (() => void)[] = [];
    for (const live of this.live.values()) {
      const batch = live.unsaved();
      if (!batch) continue;
      entries.push({ reply: live.reply, batch });
      marks.push(() => live.markSaved(batch.first + batch.events.length));
    }
    if (entries.length === 0) return;
    try {
      await this.replies.append(entries);
      for (const mark of marks) mark();
    } catch (error) {
      this.observer.failed('a checkpoint of streaming replies; it is tried again', error); // unsaved events stay unsaved
    }
  }
}
