import type { Clock } from '../../../kernel/ports.ts';
import type { EventBatch } from '../reply.ts';
import { continuation } from './continuation.ts';
import { type BusEvents, type BusListener, DATABASE_PACE, type ReplyBus } from './ports.ts';

/** A reader who is slower than the reply reads the log instead of filling the memory. */
const MAX_QUEUED = 500;
/** Between two reads of the log, whatever is missing. */
const MIN_LOOK_UP_INTERVAL_MS = DATABASE_PACE.followMs;

/** The newest events of a reply that another process runs, in order and without a gap. */
export class BusTail implements BusListener {
  private queue: BusEvents[] = [];
  private mustLookUp = false;
  /** The log had events that the bus did not bring. */
  private isUnreliable = false;
  private lookedUpAt = -Infinity;
  private lookUps = 0;
  private sleeper = new AbortController();
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly bus: ReplyBus,
    private readonly clock: Clock,
    private readonly replyId: string,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', this.wake, { once: true });
  }

  async open(): Promise<void> {
    this.unsubscribe = await this.bus.subscribe(this.replyId, this);
  }

  close(): void {
    this.signal.removeEventListener('abort', this.wake);
    this.unsubscribe();
  }

  receive(events: BusEvents): void {
    if (this.queue.length >= MAX_QUEUED) return this.lookUp();
    this.queue.push(events);
    this.wake();
  }

  lookUp(): void {
    this.queue = [];
    this.mustLookUp = true;
    this.wake();
  }

  /** Call it before the log is read. */
  async beforeLookUp(): Promise<void> {
    await this.sleep(this.lookedUpAt + MIN_LOOK_UP_INTERVAL_MS - this.clock.now());
    this.lookedUpAt = this.clock.now();
    this.lookUps += 1;
    this.mustLookUp = false;
  }

  /** Call it after the log was read up to event `next`; `hadNews`: it had events that the bus had not brought. */
  async afterLookUp(next: number, hadNews: boolean): Promise<void> {
    if (hadNews && this.lookUps > 1) this.isUnreliable = true;
    const stored = await this.bus.read(this.replyId, next);
    this.queue = [...stored, ...this.queue];
  }

  /** The batch that begins with event `next`. Undefined: the log is to be read. */
  async take(next: number, epoch: number): Promise<EventBatch | undefined> {
    const quietAt = this.clock.now() + (this.isUnreliable ? DATABASE_PACE : this.bus.pace).followMs;
    while (!this.mustLookUp && !this.signal.aborted) {
      const events = this.queue.shift();
      const batch = events ? continuation(events, next, epoch) : 'none';
      if (batch === 'gap') return undefined;
      if (typeof batch === 'object') {
        this.isUnreliable = false;
        return batch;
      }
      if (batch === 'old') continue;
      if (this.clock.now() >= quietAt) return undefined;
      await this.sleep(quietAt - this.clock.now());
    }
    return undefined;
  }

  private async sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.signal.aborted) return;
    this.sleeper = new AbortController();
    await this.clock.sleep(ms, this.sleeper.signal);
  }

  private readonly wake = (): void => this.sleeper.abort();
}
