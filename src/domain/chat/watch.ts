import type { EventBatch } from './reply.ts';

export interface Watched {
  readonly first: number;
  readonly signal: AbortSignal;
  /** The events from that number on; undefined while there are none. */
  readonly come: (next: number) => EventBatch | 'over' | undefined;
  /** What is to be told once, beside the events, to whoever has seen all of them. */
  readonly notice: () => EventBatch | undefined;
  /** `wake` is to be called once something may have come. */
  readonly wait: (watch: Watch) => void;
}

type Step = IteratorResult<EventBatch, undefined>;
const OVER: Step = { done: true, value: undefined };

/**
 * A watcher's way through a reply, asked for one batch at a time. It is no generator because each token of each stream
 * comes through here: a batch costs one promise instead of half a dozen.
 */
export class Watch implements AsyncIterableIterator<EventBatch, undefined> {
  private readonly watched: Watched;
  private place: number;
  private noticed: EventBatch | undefined;
  private resolve: ((step: Step) => void) | undefined;

  constructor(watched: Watched) {
    this.watched = watched;
    this.place = watched.first;
    watched.signal.addEventListener('abort', this.wake, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    const step = this.step();
    if (step) return Promise.resolve(step);
    this.watched.wait(this);
    return new Promise((resolve) => (this.resolve = resolve));
  }

  return(): Promise<Step> {
    this.watched.signal.removeEventListener('abort', this.wake);
    this.resolve?.(OVER);
    this.resolve = undefined;
    return Promise.resolve(OVER);
  }

  readonly wake = (): void => {
    const { resolve } = this;
    if (!resolve) return;
    const step = this.step();
    if (!step) return this.watched.wait(this);
    this.resolve = undefined;
    resolve(step);
  };

  private step(): Step | undefined {
    const { signal, come } = this.watched;
    const batch = signal.aborted ? 'over' : come(this.place);
    if (batch === undefined) return this.notice();
    if (batch === 'over') {
      signal.removeEventListener('abort', this.wake);
      return OVER;
    }
    this.place = batch.first + batch.events.length;
    return { done: false, value: batch };
  }

  private notice(): Step | undefined {
    const told = this.watched.notice();
    if (told === undefined || told === this.noticed) return undefined;
    this.noticed = told;
    return { done: false, value: told };
  }
}
