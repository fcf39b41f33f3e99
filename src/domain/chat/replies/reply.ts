import type { Image, Source } from '../conversations/chat.ts';
import type { Citations, Step } from './details.ts';
import type { MessageStatus } from '../conversations/message.ts';

/** What happens in a reply, in order. Event 0 is always `meta`; `end` is always the last. */
export type ReplyEvent =
  | {
      readonly type: 'meta';
      readonly replyId: string;
      readonly model: string;
      readonly cached: boolean;
      readonly agentType: string | null;
      readonly maxIterations: number | null;
      readonly chatId: string | null;
      readonly messageId: string | null;
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  | { readonly type: 'images'; readonly images: readonly Image[] }
  | ToolResult
  | { readonly type: 'step'; readonly step: Step }
  /** What a model thinks before it answers; never part of the answer. */
  | { readonly type: 'thinking'; readonly text: string }
  /** After the text: what was checked of its marks. */
  | { readonly type: 'citations'; readonly citations: Citations }
  | { readonly type: 'error'; readonly error: string; readonly code: string; readonly message?: string }
  /** The text is whole, but it is not stored yet. Told in unnumbered batches only, never logged. */
  | { readonly type: 'saving' }
  | { readonly type: 'end'; readonly status: FinalStatus };

/** What a tool brought, for whoever shows it; the model is told a delimited, shorter form. */
export interface ToolResult {
  readonly type: 'tool_result';
  readonly toolName: 'web_search' | 'tavily_search' | 'fetch_url' | 'run_javascript';
  readonly results: readonly {
    readonly url: string;
    readonly title: string;
    readonly snippet: string;
    readonly content: string;
    readonly description: string;
  }[];
  readonly images: readonly Image[];
}

export type FinalStatus = Exclude<MessageStatus, 'streaming'>;

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

/** The text that a run of events adds up to. */
export const textOf = (events: Iterable<ReplyEvent>): string => {
  let text = '';
  for (const event of events) if (event.type === 'text') text += event.text;
  return text;
};
