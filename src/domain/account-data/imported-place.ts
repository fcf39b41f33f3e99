import type { ChatRepository } from '../chat/conversations/ports.ts';
import type { ImportedConversation } from './imported-conversation.ts';

type Chat = Parameters<ChatRepository['create']>[0];

/** A temporary chat is neither pinned nor archived. */
export const isPinned = ({ pinnedAt, expiresAt }: ImportedConversation): boolean =>
  pinnedAt !== undefined && expiresAt === undefined;

/** Whether the chat that it became has no pin although it had one. */
export const isPinLost = (conversation: ImportedConversation, { pinnedAt }: Pick<Chat, 'pinnedAt'>): boolean =>
  isPinned(conversation) && pinnedAt === null;

/** A pin of no known time is as old as the last change. */
export const placeOf = (conversation: ImportedConversation, changed: number, now: number) => {
  const { pinnedAt, archived = false, expiresAt } = conversation;
  const at = pinnedAt === 'unknown' ? changed : (pinnedAt ?? null);
  return {
    pinnedAt: at === null || !isPinned(conversation) ? null : Math.min(at, now),
    archived: archived && expiresAt === undefined,
  };
};
