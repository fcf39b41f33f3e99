import { Watch } from './watch.ts';
import type { WholeLog } from './ports.ts';
import { type EventBatch, type FinalStatus, interruption, type Reply, type ReplyEvent } from './reply.ts';

/** A stop that ends a reply early, and the state it leaves. */
export class ReplyStopped extends Error {
  readonly status: FinalStatus;

  constructor(status: FinalStatus) {
    super(`reply ${status}`);
    this.status = status;
  }
}

/**
 * A reply that this process writes. Events are kept in order; watchers who have caught up are handed the very batch
 * that was published, so that it can be serialised once for all of them.
 */
export class LiveReply implements WholeLog {
  readonly reply: Reply;
  readonly abort = new AbortController();
  private readonly events: ReplyEvent[] = [];
  private newest: EventBatch | undefined;
  private waiting: Watch[] = [];
  private saved = 0;
  private last: ReplyEvent | undefined;
  private ended = false;
  private saving: EventBatch | undefined;
  private readonly givingUp = new AbortController();

  constructor(reply: Reply) {
    this.reply = reply;
  }

  get length(): number {
    return this.events.length;
  }

  /** Of no effect once the end was told. */
  publish(events: readonly ReplyEvent[]): void {
    if (!this.ended) this.add(events);
  }

  /** Nothing follows but `last`, which nobody is told before the reply is stored. */
  conclude(last: ReplyEvent): void {
    this.last = last;
  }

  /** The reply is stored: tells the last event. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    if (this.last) this.add([this.last]);
    else this.wake();
  }

  /** The text is whole and storing it takes long: tells who watches now, and who comes before the end. */
  tellSaving(): void {
    if (this.ended) return;
    this.saving = { first: this.events.length, events: [{ type: 'saving' }], unnumbered: true };
    this.wake();
  }

  /** Nothing more can be stored from here: whoever watches is told that the reply was interrupted. */
  abandon(): void {
    this.givingUp.abort();
    if (this.ended) return;
    this.ended = true;
    this.add([interruption, { type: 'end', status: 'interrupted' }]);
  }

  /** Aborts when the process ends before the reply could be stored. */
  get abandoned(): AbortSignal {
    return this.givingUp.signal;
  }

  /** Asks the runner to finish early; the upstream call is closed at once. */
  stop(status: FinalStatus): void {
    this.abort.abort(new ReplyStopped(status));
  }

  /** The events that the log does not hold yet. */
  unsaved(): EventBatch | undefined {
    return this.from(this.saved);
  }

  /** The same with the last event. Should a checkpoint of the same moment write over it, whoever reads the log is told the end by the reply's row. */
  rest(): EventBatch | undefined {
    const unsaved = this.unsaved();
    return this.last && !this.ended
      ? { first: unsaved?.first ?? this.events.length, events: [...(unsaved?.events ?? []), this.last] }
      : unsaved;
  }

  whole(): EventBatch {
    return { first: 0, events: this.last && !this.ended ? [...this.events, this.last] : [...this.events] };
  }

  /** The log now holds all events before number `next`. */
  markSaved(next: number): void {
    this.saved = Math.max(this.saved, next);
  }

  /** Events from number `first` on, then each as it comes, until the end or until `signal` aborts. */
  watch(first: number, signal: AbortSignal): AsyncIterableIterator<EventBatch> {
    const come = (next: number) => this.from(next) ?? (this.ended ? 'over' : undefined);
    const notice = () => (this.ended ? undefined : this.saving);
    return new Watch({ first, signal, come, notice, wait: (watch) => void this.waiting.push(watch) });
  }

  private add(events: readonly ReplyEvent[]): void {
    if (events.length === 0) return;
    this.newest = { first: this.events.length, events };
    this.events.push(...events);
    this.wake();
  }

  private from(first: number): EventBatch | undefined {
    if (first >= this.events.length) return undefined;
    if (this.newest?.first === first) return this.newest;
    return { first, events: this.events.slice(first) };
  }

  private wake(): void {
    const { waiting } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    for (const watch of waiting) watch.wake();
  }
}
