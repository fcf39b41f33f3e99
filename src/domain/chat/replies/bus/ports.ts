import type { ReplyFence } from '../ports/reply-store.ts';
import type { EventBatch } from '../reply.ts';

/** New events of a running reply. */
export interface BusEntry {
  readonly reply: ReplyFence;
  readonly batch: EventBatch;
  /** The log has the events before this number, so the bus need not store them. */
  readonly storedBefore: number;
  /** The last events of a reply that is stored: the bus forgets it. */
  readonly isLast: boolean;
}

export interface BusEvents {
  readonly epoch: number;
  readonly batch: EventBatch;
}

export interface BusListener {
  receive(events: BusEvents): void;
  /** Events may have been missed, or the log has news: read the log. */
  lookUp(): void;
}

/** How often the database takes part. A bus that delivers reliably at the moment needs it seldom. */
export interface BusPace {
  /** Between two checkpoints of the log. */
  readonly checkpointMs: number;
  /** Until a follower that hears nothing reads the log. */
  readonly followMs: number;
  /** Between two looks for stop requests. */
  readonly stopMs: number;
}

/** Everything goes through the database: a checkpoint is how followers in other processes get events. */
export const DATABASE_PACE: BusPace = { checkpointMs: 250, followMs: 250, stopMs: 1000 };

/**
 * Carries events and stop requests of running replies between processes, faster than the database does. It may lose
 * everything at any time: what is correct is decided by the database, and events are numbered, so a gap is seen.
 */
export abstract class ReplyBus {
  /** At this moment. */
  abstract readonly pace: BusPace;
  /** Connects. Resolves after the first attempt; others are made in the background. */
  abstract open(): Promise<void>;
  /** Whether events of this reply are to be published. */
  abstract isWanted(replyId: string): boolean;
  /**
   * Ignores entries of an epoch that was fenced off. Rejects when some may not have arrived; they may be sent again.
   */
  abstract publish(entries: readonly BusEntry[]): Promise<void>;
  /** Returns what ends it. Never rejects: without a connection the pace says to read the log. */
  abstract subscribe(replyId: string, listener: BusListener): Promise<() => void>;
  /** The stored events from number `from` on; none without a connection. */
  abstract read(replyId: string, from: number): Promise<readonly BusEvents[]>;
  /** From now on older epochs cannot publish. Best effort; the database decides who owns a reply. */
  abstract fence(reply: ReplyFence): Promise<void>;
  /** Tells followers to read the log, and forgets the reply. Best effort. */
  abstract announce(replyId: string): Promise<void>;
  /** Asks the process that runs the reply to stop it. Best effort, beside the request in the database. */
  abstract sendStop(replyId: string): Promise<void>;
  /** Called with the stop requests of all processes. */
  abstract onStop(stop: (replyId: string) => void): void;
  /** Throws when it does not work; a short sentence when it does. */
  abstract check(): Promise<string>;
  abstract close(): Promise<void>;
}
