import { Model } from 'objection';

import type { Chat, ChatSummary } from '../../../domain/chat/conversations/chat.ts';
import { chatBytes } from '../../../domain/chat/conversations/chat-size.ts';
import { parseImages, parseQuestions, parseSources } from '../json-columns.ts';

export class ChatRow extends Model {
  static override tableName = 'chats';
  static override idColumn = 'chat_key';
  declare chat_key: string;
  declare id: string;
  declare owner_id: string;
  declare title: string;
  declare gpt_type: string;
  declare leaf_id: string | null;
  /** Number of turns; also the number of the next turn. */
  declare message_count: number;
  /** Bytes of the chat and its messages, as chat-size.ts counts them. */
  declare bytes: number;
  declare created_at: number;
  declare updated_at: number;
  declare named_at: number;
  declare sources: string;
  declare images: string;
  declare related_questions: string;
}

export const SUMMARY_COLUMNS = ['id', 'title', 'message_count', 'gpt_type', 'created_at', 'updated_at'].map(
  (name) => `chats.${name}`,
);

export const toChat = (row: ChatRow): Chat => ({
  key: row.chat_key,
  id: row.id,
  ownerId: row.owner_id,
  title: row.title,
  gptType: row.gpt_type,
  leafId: row.leaf_id,
  sources: parseSources(row.sources),
  images: parseImages(row.images),
  relatedQuestions: parseQuestions(row.related_questions),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  namedAt: row.named_at,
});

export const toSummary = (row: ChatRow): ChatSummary => ({
  id: row.id,
  title: row.title,
  messageCount: row.message_count,
  gptType: row.gpt_type,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** The fields that `ChatRepository.update` replaces. */
export const mutableColumns = (chat: Chat) => ({
  title: chat.title,
  gpt_type: chat.gptType,
  leaf_id: chat.leafId,
  sources: JSON.stringify(chat.sources),
  images: JSON.stringify(chat.images),
  related_questions: JSON.stringify(chat.relatedQuestions),
  updated_at: chat.updatedAt,
  named_at: chat.namedAt,
});

export const toNewChatRow = (chat: Chat) => ({
  ...mutableColumns(chat),
  chat_key: chat.key,
  id: chat.id,
  owner_id: chat.ownerId,
  message_count: 0,
  bytes: chatBytes(chat),
  created_at: chat.createdAt,
});
