import { ReplySubscription } from './reply-subscription.ts';
import type { BusEntry } from './bus/ports.ts';
import type { CompleteLog } from './ports/reply-store.ts';
import { type EventBatch, interruptionEvent, type Reply } from './reply.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';

/** Abort reason of a reply that ends early, with its final status. */
export class ReplyStopped extends Error {
  constructor(readonly status: FinalStatus) {
    super(`reply ${status}`);
  }
}

/** Abort reason of a reply with which another process goes on: nothing of it is settled here. */
export class ReplyHandedOver extends Error {}

/** Of its tools, for an answer of the person; `partly`: other calls are running. */
export type Waiting = 'no' | 'partly' | 'wholly';

/**
 * A reply that this process runs. Subscribers that are up to date get the same batch object, so that it is serialised
 * once for all of them.
 */
export class ActiveReply implements CompleteLog {
  readonly abort = new AbortController();
  private readonly events: ReplyEvent[];
  private newest: EventBatch | undefined;
  private subscribers: ReplySubscription[] = [];
  private savedCount = 0;
  private savedBefore = 0;
  private publishedCount = 0;
  /** What the process tells its own subscribers when it gives the reply up is not published. */
  private publishLimit = Infinity;
  private endEvents: readonly ReplyEvent[] = [];
  private hasEnded = false;
  private hasClosed = false;
  private hasMoved = false;
  private closeEvent: ReplyEvent | undefined;
  private endNumber = 0;
  private notice: EventBatch | undefined;
  private readonly abandonController = new AbortController();
  /** It has stored questions. */
  hasAsked = false;
  waiting: Waiting = 'no';
  /** Called when it begins to wait wholly. */
  onWait: () => void = () => undefined;

  /** `onChange`: there is something new to publish. `logged`: the events that an earlier process wrote. */
  constructor(
    readonly reply: Reply,
    private readonly onChange: (active: ActiveReply) => void = () => undefined,
    logged: readonly ReplyEvent[] = [],
  ) {
    this.events = [...logged];
    this.savedCount = logged.length;
    this.savedBefore = logged.length;
    this.publishedCount = logged.length;
  }

  get length(): number {
    return this.events.length;
  }

  /** No effect after the end. */
  publish(events: readonly ReplyEvent[]): void {
    if (!this.hasEnded) this.append(events);
  }

  /** The last events; published only after the reply is stored. */
  setEnd(...events: readonly ReplyEvent[]): void {
    this.endEvents = events;
  }

  /** Call it when the reply is stored. */
  publishEnd(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.endNumber = this.events.length;
    this.append(this.endEvents);
    this.wakeSubscribers();
  }

  /** What is done with the complete text before its end: notifies current and new subscribers. */
  publishNotice(type: 'checking' | 'saving'): void {
    if (this.hasEnded) return;
    this.notice = { first: this.events.length, events: [{ type }], unnumbered: true };
    this.wakeSubscribers();
  }

  /** The end is published, and follow-ups are running. */
  get isFollowedUp(): boolean {
    return this.hasEnded && !this.hasClosed;
  }

  get followUpEvents(): readonly ReplyEvent[] {
    return this.events.slice(this.endNumber + 1);
  }

  /** No effect before the end and after the close. */
  publishFollowUp(event: ReplyEvent): void {
    if (this.isFollowedUp) this.append([event]);
  }

  /** The last event after the follow-ups; published when it is stored. */
  setClose(closeEvent: ReplyEvent): void {
    this.closeEvent = closeEvent;
  }

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

  /** The reply cannot be stored from here: subscribers get it as interrupted. */
  abandon(): void {
    this.abandonController.abort();
    this.publishLimit = this.events.length;
    this.hasClosed = true;
    if (this.hasEnded) return this.wakeSubscribers();
    this.hasEnded = true;
    this.append([interruptionEvent, { type: 'end', status: 'interrupted' }]);
  }

  setWaiting(waiting: Waiting): void {
    this.waiting = waiting;
    if (waiting === 'wholly') this.onWait();
  }

  /** Another process goes on: the upstream calls are closed, and subscribers look for the reply anew. */
  handOver(): void {
    this.abort.abort(new ReplyHandedOver());
  }

  /** Ends the subscriptions with `ShuttingDown`: the reply goes on elsewhere. */
  detach(): void {
    this.hasMoved = true;
    this.publishLimit = this.events.length;
    this.hasClosed = true;
    this.wakeSubscribers();
  }

  /** Aborts when the process exits before the reply is stored. */
  get abandoned(): AbortSignal {
    return this.abandonController.signal;
  }

  /** Ends the reply early; the upstream call is closed at once. */
  stop(status: FinalStatus): void {
    this.abort.abort(new ReplyStopped(status));
  }

  unsaved(): EventBatch | undefined {
    return this.batchFrom(this.savedCount);
  }

  /**
   * The same with the end. Should a parallel checkpoint overwrite it, readers of the log get the end from the reply's
   * row.
   */
  unsavedWithEnd(): EventBatch | undefined {
    const unsaved = this.unsaved();
    if (this.hasEnded || this.endEvents.length === 0) return unsaved;
    return { first: unsaved?.first ?? this.events.length, events: [...(unsaved?.events ?? []), ...this.endEvents] };
  }

  allWithEnd(): EventBatch {
    return { first: 0, events: this.hasEnded ? [...this.events] : [...this.events, ...this.endEvents] };
  }

  /** The log has all events before number `next`. */
  markSaved(next: number): void {
    if (next <= this.savedCount) return;
    this.savedBefore = this.savedCount;
    this.savedCount = next;
  }

  get isClosed(): boolean {
    return this.hasClosed;
  }

  /** New events for other processes; after a long failure only those that the log does not have. */
  unpublished(): BusEntry | undefined {
    const first = Math.max(this.publishedCount, this.savedBefore);
    const isGivenUp = this.publishLimit < Infinity;
    const batch = isGivenUp ? this.limitedBatch(first) : this.batchFrom(first);
    return batch && { reply: this.reply, batch, storedBefore: this.savedBefore, isLast: this.hasClosed && !isGivenUp };
  }

  markPublished({ first, events }: EventBatch): void {
    this.publishedCount = first + events.length;
  }

  /** Events from number `first` on, until the end or until `signal` aborts. */
  subscribe(first: number, signal: AbortSignal): AsyncIterableIterator<EventBatch> {
    const end = () => (this.hasMoved ? 'moved' : this.hasClosed ? 'over' : undefined);
    const nextBatch = (next: number) => this.batchFrom(next) ?? end();
    const notice = () => (this.hasEnded ? undefined : this.notice);
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
    this.onChange(this);
    this.wakeSubscribers();
  }

  private batchFrom(first: number): EventBatch | undefined {
    if (first >= this.events.length) return undefined;
    if (this.newest?.first === first) return this.newest;
    return { first, events: this.events.slice(first) };
  }

  private limitedBatch(first: number): EventBatch | undefined {
    return first < this.publishLimit ? { first, events: this.events.slice(first, this.publishLimit) } : undefined;
  }

  private wakeSubscribers(): void {
    const { subscribers } = this;
    if (subscribers.length === 0) return;
    this.subscribers = [];
    for (const subscriber of subscribers) subscriber.wake();
  }
}
