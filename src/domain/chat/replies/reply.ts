import type { ReplyEvent } from '../../../shared/reply-event.ts';
import type { MessageStatus } from '../../../shared/reply-status.ts';

/** Consecutive events; `first` is the number of `events[0]`. Never empty. Shared by all subscribers: do not mutate. */
export interface EventBatch {
  readonly first: number;
  readonly events: readonly ReplyEvent[];
  /** A notice outside of the log: clients cannot resume after it, and `first` is the next number of the log. */
  readonly unnumbered?: true;
}

/** A job that writes one assistant message; connections only subscribe to it. */
export interface Reply {
  readonly id: string;
  /** The only one who may read and stop it: `user:<uid>` or `visitor:<fingerprint of the trial session>`. */
  readonly owner: string;
  /** Null for replies outside of chats (trial, calls without a chat id). */
  readonly chatKey: string | null;
  readonly messageId: string | null;
  readonly status: MessageStatus;
  readonly model: string;
  readonly cached: boolean;
  readonly errorCode: string | null;
  /** The process that runs it (`Runners.id`). */
  readonly runnerId: string;
  /** Fencing token: incremented by a takeover. A writer must name the current one. */
  readonly epoch: number;
  readonly reservationId: string | null;
  /** Fingerprint of a cacheable prompt: a first question without files. */
  readonly promptKey: string | null;
  /** Empty while it streams (then it is in the log). */
  readonly text: string;
  /** Of a finished reply. */
  readonly followUps: 'none' | 'running' | 'done';
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** Sent to subscribers when the process died or shut down. */
export const interruptionEvent: ReplyEvent = {
  type: 'error',
  error: 'The reply was interrupted',
  code: 'INTERNAL_ERROR',
  message: 'The reply was interrupted. What arrived is kept; you can try again.',
};
