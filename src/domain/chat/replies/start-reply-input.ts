import type { Requester, UserRequester } from './ports/requesters.ts';
import type { TurnTarget } from '../conversations/append-turn.ts';
import type { ConversationFiles } from './add-file-context.ts';
import type { ModelMessage } from '../models/ports.ts';
import type { ReplyMode, ReplyPlan } from './ports/agents.ts';
import type { InsteadOf } from '../../../shared/reply-details.ts';
import type { HistoryMessage } from './artifact-prompt.ts';
import type { Reply } from './reply.ts';

export interface StartReplyInput {
  readonly requester: Requester;
  /** The client's conversation, ending with the question. Stored chats use the server's. */
  readonly messages: readonly ModelMessage[];
  readonly target?: TurnTarget | undefined;
  /** Without a target: the same key again attaches to the first reply. */
  readonly idempotencyKey?: string | undefined;
  /** Files of the question; ignored for an existing question. */
  readonly fileIds?: readonly string[] | undefined;
  readonly model?: string | undefined;
  readonly mode?: ReplyMode | undefined;
  /** Ids of servers whose tools are on; the chat remembers them. Undefined: those of the chat. */
  readonly toolServers?: readonly string[] | undefined;
  /** Undefined: the default one. Others only for Premium. */
  readonly personality: string | undefined;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly topP: number;
  /** Stop sequences. */
  readonly stop?: readonly string[] | undefined;
  /** Generates title and related questions after the answer, and with `synthesis` one of its web sources. */
  readonly followUps?: { readonly synthesis: boolean } | undefined;
}

/** A turn that a chat stores. */
export type TurnInput = StartReplyInput & {
  readonly requester: UserRequester;
  readonly target: TurnTarget;
};

/** What a question is answered with, as far as it is known before it is charged. */
export interface ResolvedQuestion {
  readonly model: string;
  /** Undefined: none, or fallback is switched off. */
  readonly fallback: string | undefined;
  readonly text: string;
  readonly fileIds: readonly string[];
  readonly plan: ReplyPlan | undefined;
  readonly system: ModelMessage;
}

/** A reply that is charged and stored. */
export interface AdmittedReply {
  readonly reply: Reply;
  /** The stored path; undefined when no chat stores the turn. */
  readonly history: readonly HistoryMessage[] | undefined;
  readonly files: ConversationFiles | undefined;
  readonly cachedText: string | undefined;
  readonly plan: ReplyPlan | undefined;
  readonly servers: readonly string[];
  readonly insteadOf: InsteadOf | undefined;
  readonly isUntitled: boolean;
  /** Of the question's files. */
  readonly fileNames: readonly string[];
}
