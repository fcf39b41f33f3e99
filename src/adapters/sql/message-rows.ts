import { Model } from 'objection';

import type { Message } from '../../domain/chat/message.ts';
import { parseFileIds, parseMode } from './json.ts';

export class MessageRow extends Model {
  static override tableName = 'messages';
  static override idColumn = ['chat_key', 'id'];
  declare chat_key: string;
  declare id: string;
  declare seq: number;
  declare parent_id: string | null;
  declare role: Message['role'];
  declare at: number;
  declare status: Message['status'];
  declare error_code: string | null;
  declare model: string | null;
  declare cached: boolean;
  declare reply_id: string | null;
  declare file_ids: string;
  declare mode: string | null;
  declare content: string;
}

const NO_FILES = '[]';

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  parentId: row.parent_id,
  role: row.role,
  content: row.content,
  at: row.at,
  status: row.status,
  errorCode: row.error_code,
  model: row.model,
  fileIds: row.file_ids === NO_FILES ? [] : parseFileIds(row.file_ids),
  cached: Boolean(row.cached),
  mode: row.mode === null ? null : parseMode(row.mode),
  replyId: row.reply_id,
});

export const fromMessage = (chatKey: string, message: Message, seq: number) => ({
  chat_key: chatKey,
  id: message.id,
  seq,
  parent_id: message.parentId,
  role: message.role,
  at: message.at,
  status: message.status,
  error_code: message.errorCode,
  model: message.model,
  cached: message.cached,
  reply_id: message.replyId,
  file_ids: message.fileIds.length === 0 ? NO_FILES : JSON.stringify(message.fileIds),
  mode: message.mode === null ? null : JSON.stringify(message.mode),
  content: message.content,
});
