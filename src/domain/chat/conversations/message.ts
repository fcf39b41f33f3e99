import type { ReplyDetails } from '../../../shared/reply-details.ts';

import type { MessageStatus } from '../../../shared/reply-status.ts';

export type Role = 'user' | 'assistant';

export interface MessageMode {
  readonly isAgent: boolean;
  readonly agentType: string | null;
}

/**
 * A message. Messages form a tree: an edited question or a regenerated reply is another child of the same parent, so
 * nothing is overwritten. `at` orders siblings.
 */
export interface Message {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: Role;
  readonly content: string;
  readonly at: number;
  readonly status: MessageStatus;
  readonly errorCode: string | null;
  readonly model: string | null;
  readonly fileIds: readonly string[];
  readonly cached: boolean;
  readonly mode: MessageMode | null;
  /** The job that writes or wrote it; null for questions and imported messages. */
  readonly replyId: string | null;
  /** Set when the reply has ended. */
  readonly details: ReplyDetails | null;
  /** Follow-ups of this reply are still being generated; its stream is open. */
  readonly followUps?: 'running';
}

/** A complete message; `fields` sets what only some messages have. */
export const createMessage = (
  fields: Pick<Message, 'id' | 'parentId' | 'role' | 'content' | 'at'> & Partial<Message>,
): Message => ({
  status: 'complete',
  errorCode: null,
  model: null,
  fileIds: [],
  cached: false,
  mode: null,
  replyId: null,
  details: null,
  ...fields,
});
