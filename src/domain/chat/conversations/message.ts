import type { ReplyDetails } from '../replies/details.ts';

export type Role = 'user' | 'assistant';

/** `streaming` only while a living process writes it; the other four are final. */
export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'error';

export interface MessageMode {
  readonly isAgent: boolean;
  readonly agentType: string | null;
}

/**
 * One turn. Turns form a tree: an edited question or a regenerated reply is a further child of the same parent,
 * so nothing is ever overwritten. `at` orders siblings.
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
  /** The job that writes or wrote it; null for what a person wrote or a client brought. */
  readonly replyId: string | null;
  /** What a reply has besides its text, once it has ended. */
  readonly details: ReplyDetails | null;
}

/** The turns from the root to `leafId`, oldest first: what is shown. */
export const pathTo = <T extends Pick<Message, 'id' | 'parentId'>>(
  messages: readonly T[],
  leafId: string | null,
): T[] => {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const path: T[] = [];
  const seen = new Set<string>();
  for (let at = leafId; at !== null && !seen.has(at);) {
    const message = byId.get(at);
    if (!message) break;
    seen.add(at);
    path.push(message);
    at = message.parentId;
  }
  return path.reverse();
};
