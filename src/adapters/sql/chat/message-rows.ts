import type { Message } from '../../../domain/chat/conversations/message.ts';
import { parseDetails, parseFileIds, parseMode } from '../json-columns.ts';

/** Both engines return booleans as 0 and 1. */
export interface MessageRow {
  readonly chat_key: string;
  readonly id: string;
  readonly seq: number;
  readonly parent_id: string | null;
  readonly role: Message['role'];
  readonly at: number;
  readonly status: Message['status'];
  readonly error_code: string | null;
  readonly model: string | null;
  readonly cached: boolean | number;
  readonly reply_id: string | null;
  readonly file_ids: string;
  readonly mode: string | null;
  readonly content: string;
  readonly details: string | null;
}

const NO_FILES = '[]';

export const fileIdsOf = ({ file_ids: stored }: Pick<MessageRow, 'file_ids'>): readonly string[] =>
  stored === NO_FILES ? [] : parseFileIds(stored);

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  parentId: row.parent_id,
  role: row.role,
  content: row.content,
  at: row.at,
  status: row.status,
  errorCode: row.error_code,
  model: row.model,
  fileIds: fileIdsOf(row),
  cached: Boolean(row.cached),
  mode: row.mode === null ? null : parseMode(row.mode),
  replyId: row.reply_id,
  details: row.details === null ? null : parseDetails(row.details),
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
  details: storedDetails(message.details),
});

export const storedDetails = (details: Message['details']): string | null =>
  details === null ? null : JSON.stringify(details);
