import { Model } from 'objection';

import type { Chat, ChatSummary } from '../../../domain/chat/conversations/chat.ts';
import { chatBytes } from '../../../domain/chat/conversations/chat-size.ts';
import { boolean, json, rowMapping } from '../row-mapping.ts';
import { parseImages, parseQuestions, parseSources, parseStrings } from '../json-columns.ts';

export class ChatRow extends Model {
  static override tableName = 'chats';
  static override idColumn = 'chat_key';
  declare chat_key: string;
  declare owner_id: string;
  declare title: string;
  /** Number of turns; also the number of the next turn. */
  declare message_count: number;
  /** Bytes of the chat and its messages, as chat-size.ts counts them. */
  declare bytes: number;
}

const chats = rowMapping<Chat>({
  key: 'chat_key',
  id: 'id',
  ownerId: 'owner_id',
  title: 'title',
  gptType: 'gpt_type',
  leafId: 'leaf_id',
  sources: json('sources', parseSources),
  images: json('images', parseImages),
  relatedQuestions: json('related_questions', parseQuestions),
  toolServers: json('tool_servers', parseStrings),
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  namedAt: 'named_at',
  expiresAt: 'expires_at',
  usedAt: 'used_at',
  pinnedAt: 'pinned_at',
  archived: boolean('archived'),
});

export const toChat = chats.fromRow;

const summaries = rowMapping<Omit<ChatSummary, 'waits'>>({
  id: 'id',
  title: 'title',
  messageCount: 'message_count',
  gptType: 'gpt_type',
  toolServers: json('tool_servers', parseStrings),
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  pinnedAt: 'pinned_at',
  archived: boolean('archived'),
});

export const SUMMARY_COLUMNS: readonly string[] = summaries.columnsOf('chats');

/** A column of a summary: of the replies of each listed chat, the index gives those that are running. */
export const WAITS_COLUMN = `EXISTS (SELECT 1 FROM replies JOIN tool_questions ON tool_questions.reply_id = replies.id
  WHERE replies.chat_key = chats.chat_key AND replies.finished_at IS NULL AND tool_questions.outcome IS NULL) AS waits`;

export interface SummaryRow extends Pick<ChatRow, 'chat_key'> {
  readonly waits: number;
}

export const toSummary = (row: SummaryRow): ChatSummary => ({ ...summaries.fromRow(row), waits: row.waits === 1 });

/** The fields that `ChatRepository.update` replaces. */
export const mutableColumns = (chat: Chat) => {
  const {
    chat_key: _key,
    id: _id,
    owner_id: _owner,
    created_at: _created,
    expires_at: _expires,
    pinned_at: _pinned,
    archived: _archived,
    ...columns
  } = chats.toRow(chat);
  return columns;
};

export const toNewChatRow = (chat: Chat) => ({ message_count: 0, bytes: chatBytes(chat), ...chats.toRow(chat) });
