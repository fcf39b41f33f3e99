import type { Clock } from '../kernel/ports.ts';
import { ShuttingDown, TooBusy } from './errors.ts';
import { LiveReply } from './live-reply.ts';
import type { ReplyObserver, ReplyRepository } from './ports.ts';
import type { Reply } from './reply.ts';

const CHECKPOINT_MS = 250;
const PATIENCE_MS = 50;
const STOP_MS = 2000;

/** The replies that this process writes, and the one loop that saves what is new of all of them at once. */
export class LiveReplies {
  private readonly live = new Map<string, LiveReply>();
  private readonly replies: ReplyRepository;
  private readonly clock: Clock;
  private readonly observer: ReplyObserver;
  private readonly capacity: number;
  private closed = false;
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

  /** Throws `ShuttingDown` or `TooBusy`; asked before anything is charged or stored. */
  admit(): void {
    if (this.closed) throw new ShuttingDown();
    if (this.live.size >= this.capacity) throw new TooBusy();
  }

  add(reply: Reply): LiveReply {
    const live = new LiveReply(reply);
    this.live.set(reply.id, live);
    if (!this.looping) void this.loop();
    return live;
  }

  find(replyId: string): LiveReply | undefined {
    return this.live.get(replyId);
  }

  /** The reply is final and stored: watchers keep their hold, newcomers read the log. */
  remove(live: LiveReply): void {
    live.end();
    this.live.delete(live.reply.id);
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

  /** Takes no new replies, waits up to `graceMs` for the running ones, interrupts the rest and waits for them. */
  async drain(graceMs: number): Promise<void> {
    this.closed = true;
    const deadline = this.clock.now() + graceMs;
    while (this.live.size > 0 && this.clock.now() < deadline) await this.clock.sleep(PATIENCE_MS);
    for (const live of this.live.values()) live.stop('interrupted');
    const hard = this.clock.now() + graceMs;
    while (this.live.size > 0 && this.clock.now() < hard) await this.clock.sleep(PATIENCE_MS);
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
      entries.push({ replyId: live.reply.id, batch });
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
