import { ReplySubscription } from './reply-subscription.ts';
import type { CompleteLog } from './ports.ts';
import { type EventBatch, interruptionEvent, type Reply } from './reply.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';

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
export class ActiveReply implements CompleteLog {
  readonly reply: Reply;
  readonly abort = new AbortController();
  private readonly events: ReplyEvent[] = [];
  private newest: EventBatch | undefined;
  private subscribers: ReplySubscription[] = [];
  private savedCount = 0;
  private endEvents: readonly ReplyEvent[] = [];
  private hasEnded = false;
  private hasClosed = false;
  private closeEvent: ReplyEvent | undefined;
  private endNumber = 0;
  private savingNotice: EventBatch | undefined;
  private readonly abandonController = new AbortController();

  constructor(reply: Reply) {
    this.reply = reply;
  }

  get length(): number {
    return this.events.length;
  }

  /** Of no effect once the end was told. */
  publish(events: readonly ReplyEvent[]): void {
    if (!this.hasEnded) this.append(events);
  }

  /** Nothing follows but `events`, which nobody is told before the reply is stored. */
  setEnd(...events: readonly ReplyEvent[]): void {
    this.endEvents = events;
  }

  /** The reply is stored: tells the last event. */
  publishEnd(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.endNumber = this.events.length;
    this.append(this.endEvents);
    this.wakeSubscribers();
  }

  /** The text is whole and storing it takes long: tells who watches now, and who comes before the end. */
  publishSaving(): void {
    if (this.hasEnded) return;
    this.savingNotice = { first: this.events.length, events: [{ type: 'saving' }], unnumbered: true };
    this.wakeSubscribers();
  }

  /** The end is stored and told, and follow-ups are on their way. */
  get isFollowedUp(): boolean {
    return this.hasEnded && !this.hasClosed;
  }

  get followUpEvents(): readonly ReplyEvent[] {
    return this.events.slice(this.endNumber + 1);
  }

  /** Of no effect before the end and after the close. */
  publishFollowUp(event: ReplyEvent): void {
    if (this.isFollowedUp) this.append([event]);
  }

  /** No follow-up comes after `closeEvent`, which is told once it is stored. */
  setClose(closeEvent: ReplyEvent): void {
    this.closeEvent = closeEvent;
  }

  /** The stream is over. */
  close(): void {
    if (this.hasClosed) return;
    this.publishEnd();
    this.hasClosed = true;
    if (this.closeEvent) this.append([this.closeEvent]);
    else this.wakeSubscribers();
  }

  unsavedWithClose(): EventBatch | undefined {
    const unsaved = this.unsaved();
    return this.closeEvent && !this.hasClosed
      ? { first: unsaved?.first ?? this.events.length, events: [...(unsaved?.events ?? []), this.closeEvent] }
      : unsaved;
  }

  /** Nothing more can be stored from here: whoever watches is told that the reply was interrupted. */
  abandon(): void {
    this.abandonController.abort();
    this.hasClosed = true;
    if (this.hasEnded) return this.wakeSubscribers();
    this.hasEnded = true;
    this.append([interruptionEvent, { type: 'end', status: 'interrupted' }]);
  }

  /** Aborts when the process ends before the reply could be stored. */
  get abandoned(): AbortSignal {
    return this.abandonController.signal;
  }

  /** Asks the runner to finish early; the upstream call is closed at once. */
  stop(status: FinalStatus): void {
    this.abort.abort(new ReplyStopped(status));
  }

  /** The events that the log does not hold yet. */
  unsaved(): EventBatch | undefined {
    return this.batchFrom(this.savedCount);
  }

  /** The same with the last event. Should a checkpoint of the same moment write over it, whoever reads the log is told the end by the reply's row. */
  unsavedWithEnd(): EventBatch | undefined {
    const unsaved = this.unsaved();
    if (this.hasEnded || this.endEvents.length === 0) return unsaved;
    return { first: unsaved?.first ?? this.events.length, events: [...(unsaved?.events ?? []), ...this.endEvents] };
  }

  allWithEnd(): EventBatch {
    return { first: 0, events: this.hasEnded ? [...this.events] : [...this.events, ...this.endEvents] };
  }

  /** The log now holds all events before number `next`. */
  markSaved(next: number): void {
    this.savedCount = Math.max(this.savedCount, next);
  }

  /** Events from number `first` on, then each as it comes, until the end or until `signal` aborts. */
  subscribe(first: number, signal: AbortSignal): AsyncIterableIterator<EventBatch> {
    const nextBatch = (next: number) => this.batchFrom(next) ?? (this.hasClosed ? 'over' : undefined);
    const notice = () => (this.hasEnded ? undefined : this.savingNotice);
    return new ReplySubscription({
      first,
      signal,
      nextBatch,
      notice,
      waitForEvents: (subscription) => void this.subscribers.push(subscription),
    });
  }

  private append(events: readonly ReplyEvent[]): void {
    if (events.length === 0) return;
    this.newest = { first: this.events.length, events };
    this.events.push(...events);
    this.wakeSubscribers();
  }

  private batchFrom(first: number): EventBatch | undefined {
    if (first >= this.events.length) return undefined;
    if (this.newest?.first === first) return this.newest;
    return { first, events: this.events.slice(first) };
  }

  private wakeSubscribers(): void {
    const { subscribers } = this;
    if (subscribers.length === 0) return;
    this.subscribers = [];
    for (const subscriber of subscribers) subscriber.wake();
  }
}
