import { ShuttingDown } from '../errors.ts';
import type { EventBatch } from './reply.ts';

export interface SubscriptionSource {
  readonly first: number;
  readonly signal: AbortSignal;
  /** Undefined when there are none yet; `moved`: another process has the rest. */
  readonly nextBatch: (next: number) => EventBatch | 'over' | 'moved' | undefined;
  /** A notice outside of the log, sent once to subscribers that are up to date. */
  readonly notice: () => EventBatch | undefined;
  /** Registers the subscription; its `wake` is called when there may be new events. */
  readonly waitForEvents: (subscription: ReplySubscription) => void;
}

type BatchResult = IteratorResult<EventBatch, undefined>;
const DONE: BatchResult = { done: true, value: undefined };

/**
 * One subscriber's iteration over a reply. Not a generator, because every token of every stream passes here: a batch
 * costs one promise instead of six.
 */
export class ReplySubscription implements AsyncIterableIterator<EventBatch, undefined> {
  private position: number;
  private lastNotice: EventBatch | undefined;
  private resolve: ((step: BatchResult | Promise<never>) => void) | undefined;

  constructor(private readonly source: SubscriptionSource) {
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
    return new Promise<BatchResult>((resolve) => (this.resolve = resolve));
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

  /** Rejects with `ShuttingDown` when the reply moved. */
  private takeBatch(): BatchResult | Promise<never> | undefined {
    const { signal, nextBatch } = this.source;
    const batch = signal.aborted ? 'over' : nextBatch(this.position);
    if (batch === undefined) return this.notice();
    if (batch === 'over' || batch === 'moved') {
      signal.removeEventListener('abort', this.wake);
      return batch === 'over' ? DONE : Promise.reject(new ShuttingDown());
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
