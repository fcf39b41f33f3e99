import type { EventBatch, Reply } from '../reply.ts';

/** Identifies the writer of a reply: after a takeover the epoch of the old runner is outdated. */
export type ReplyFence = Pick<Reply, 'id' | 'runnerId' | 'epoch'>;

export type ReplyEnd = Pick<Reply, 'status' | 'errorCode' | 'text' | 'finishedAt'> & {
  /** The runner continues with follow-ups. */
  readonly followUps?: 'running';
  /** When the fallback answered. */
  readonly model?: string | undefined;
  /** The same prompt gets a reply of its own. */
  readonly isUncacheable?: boolean;
};

export interface LogEntry {
  readonly reply: ReplyFence;
  readonly batch: EventBatch;
}

/** The complete log in the memory of the writer. */
export interface CompleteLog {
  /** Events that are not in the stored log yet, including the end; undefined when there are none. */
  unsavedWithEnd(): EventBatch | undefined;
  allWithEnd(): EventBatch;
}

/**
 * `finished`: it was streaming. `replaced`: it had been interrupted by a takeover although its runner was alive.
 * `repeated`: an earlier attempt was committed. `fenced`: another runner owns it. `gone`: it was deleted.
 */
export type FinishOutcome = 'finished' | 'replaced' | 'repeated' | 'fenced' | 'gone';

export abstract class ReplyRepository {
  abstract create(reply: Reply): Promise<void>;
  abstract find(replyId: string): Promise<Reply | undefined>;
  /** Appends to many logs in one statement. Ignores replies that are final, deleted or taken over. */
  abstract append(entries: readonly LogEntry[]): Promise<void>;
  /** The stored events from number `from` on; a batch across `from` is cut. */
  abstract listEvents(replyId: string, from: number): Promise<readonly EventBatch[]>;
  /** Takes a streaming reply from its runner, which can no longer write. Undefined: another process took it first. */
  abstract takeOver(reply: ReplyFence): Promise<ReplyFence | undefined>;
  /** The same, for a runner that goes on with it. */
  abstract adopt(reply: ReplyFence, runnerId: string): Promise<ReplyFence | undefined>;
  /**
   * Makes a reply final with the rest of its log, once per epoch. The previous runner may replace `interrupted` with
   * its own end, once.
   */
  abstract finish(reply: ReplyFence, end: ReplyEnd, log?: CompleteLog): Promise<FinishOutcome>;
  /** Ends the follow-ups with the rest of the log, once per epoch. False: they had ended, or the reply was deleted. */
  abstract closeFollowUps(reply: ReplyFence, rest: EventBatch | undefined): Promise<boolean>;
  /** Finished replies with running follow-ups; of one chat if given. */
  abstract listFollowedUp(chatKey?: string): Promise<readonly Reply[]>;
  abstract requestStop(replyId: string): Promise<void>;
  /** Streaming replies of a runner that were asked to stop. */
  abstract listStopRequests(runnerId: string): Promise<readonly string[]>;
  /** All streaming replies, or those of an owner. */
  abstract listStreaming(owner?: string): Promise<readonly Reply[]>;
  /** The streaming and the followed-up replies of a process. */
  abstract listRunning(runnerId: string): Promise<readonly Reply[]>;
  /** The owner's newest complete reply to the same prompt since `since`. */
  abstract findCached(owner: string, promptKey: string, since: number): Promise<Reply | undefined>;
  /**
   * Deletes the logs of replies finished before `before`, and replies without a chat; their count as a message stays
   * for a day.
   */
  abstract sweep(before: number): Promise<void>;
}

/**
 * Which processes are alive: each has a lease by the database's clock and is considered dead when it does not renew it.
 */
export abstract class Runners {
  /** Unique per process start. */
  abstract readonly id: string;
  /** Milliseconds. */
  abstract readonly leaseMs: number;
  abstract renew(): Promise<void>;
  /** The runners whose lease has expired. */
  abstract findExpired(runnerIds: readonly string[]): Promise<readonly string[]>;
  /** All whose lease has expired and who were not forgotten, those that retired included. */
  abstract listExpired(): Promise<readonly string[]>;
  /** Nothing of it is left. No effect if it has renewed its lease. */
  abstract forget(runnerId: string): Promise<void>;
  /** Ends the leases of all others where none of them can be alive: the database serves this process only. */
  abstract retireOthers(): Promise<void>;
  /** Ends the lease at once: others look for what it left. */
  abstract retire(): Promise<void>;
}

/** Monitoring of replies; not called per token. */
export abstract class ReplyObserver {
  abstract started(reply: { model: string; owner: 'user' | 'visitor' }): void;
  abstract finished(reply: { model: string; status: string; code: string | null; events: number; ms: number }): void;
  /** An unexpected failure in the background. */
  abstract failed(what: string, error: unknown): void;
}
