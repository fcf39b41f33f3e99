import type { ReplyEvent } from '../../../shared/reply-event.ts';
import type { MessageStatus } from '../../../shared/reply-status.ts';

/** Consecutive events; `first` is the number of `events[0]`. Never empty. Shared by all watchers: do not change it. */
export interface EventBatch {
  readonly first: number;
  readonly events: readonly ReplyEvent[];
  /** A word beside the log: nobody resumes after it, and `first` is where the log goes on. */
  readonly unnumbered?: true;
}

/** A job of the server that writes one assistant message; connections only watch it. */
export interface Reply {
  readonly id: string;
  /** Who may watch and stop it: `user:<uid>` or `visitor:<fingerprint of the trial session>`. */
  readonly owner: string;
  /** The chat and message it writes to; both null for a reply that no chat keeps (trial, calls without a chat id). */
  readonly chatKey: string | null;
  readonly messageId: string | null;
  readonly status: MessageStatus;
  readonly model: string;
  readonly cached: boolean;
  readonly errorCode: string | null;
  /** The process that runs it, as `RunnerIdentity` names it. */
  readonly runnerId: string;
  /** Fencing token: grows when the reply is taken from its runner. Who writes has to name the one that it knows. */
  readonly epoch: number;
  readonly reservationId: string | null;
  /** Fingerprint of the prompt, for a first turn without files that may be answered again from the cache. */
  readonly promptKey: string | null;
  /** The finished text; empty while it streams (then it is in the log). */
  readonly text: string;
  /** Of a finished reply: whether title, related questions and synthesis are still to come on its stream. */
  readonly followUps: 'none' | 'running' | 'done';
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** What a dead or closing process leaves behind for whoever watches. */
export const interruptionEvent: ReplyEvent = {
  type: 'error',
  error: 'The reply was interrupted',
  code: 'INTERNAL_ERROR',
  message: 'The reply was interrupted. What arrived is kept; you can try again.',
};
