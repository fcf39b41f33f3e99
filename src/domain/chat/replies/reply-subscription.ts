import type { EventBatch } from './reply.ts';

export interface SubscriptionSource {
  readonly first: number;
  readonly signal: AbortSignal;
  /** The events from that number on; undefined while there are none. */
  readonly nextBatch: (next: number) => EventBatch | 'over' | undefined;
  /** What is to be told once, beside the events, to whoever has seen all of them. */
  readonly notice: () => EventBatch | undefined;
  /** `wake` is to be called once something may have come. */
  readonly waitForEvents: (subscription: ReplySubscription) => void;
}

type BatchResult = IteratorResult<EventBatch, undefined>;
const DONE: BatchResult = { done: true, value: undefined };

/**
 * A watcher's way through a reply, asked for one batch at a time. It is no generator because each token of each stream
 * comes through here: a batch costs one promise instead of half a dozen.
 */
export class ReplySubscription implements AsyncIterableIterator<EventBatch, undefined> {
  private readonly source: SubscriptionSource;
  private position: number;
  private lastNotice: EventBatch | undefined;
  private resolve: ((step: BatchResult) => void) | undefined;

  constructor(source: SubscriptionSource) {
    this.source = source;
    this.position = source.first;
    source.signal.addEventListener('abort', this.wake, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<BatchResult> {
    const result = this.takeBatch();
    if (result) return Promise.resolve(result);
    this.source.waitForEvents(this);
    return new Promise((resolve) => (this.resolve = resolve));
  }

  return(): Promise<BatchResult> {
    this.source.signal.removeEventListener('abort', this.wake);
    this.resolve?.(DONE);
    this.resolve = undefined;
    return Promise.resolve(DONE);
  }

  readonly wake = (): void => {
    const { resolve } = this;
    if (!resolve) return;
    const result = this.takeBatch();
    if (!result) return this.source.waitForEvents(this);
    this.resolve = undefined;
    resolve(result);
  };

  private takeBatch(): BatchResult | undefined {
    const { signal, nextBatch } = this.source;
    const batch = signal.aborted ? 'over' : nextBatch(this.position);
    if (batch === undefined) return this.notice();
    if (batch === 'over') {
      signal.removeEventListener('abort', this.wake);
      return DONE;
    }
    this.position = batch.first + batch.events.length;
    return { done: false, value: batch };
  }

  private notice(): BatchResult | undefined {
    const notice = this.source.notice();
    if (notice === undefined || notice === this.lastNotice) return undefined;
    this.lastNotice = notice;
    return { done: false, value: notice };
  }
}
