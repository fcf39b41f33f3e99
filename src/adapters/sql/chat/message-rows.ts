import type { Message } from '../../../domain/chat/conversations/message.ts';
import { boolean, json, rowMapping } from '../row-mapping.ts';
import { parseDetails, parseStrings, parseMode } from '../json-columns.ts';

const NO_FILES = '[]';

export const parseStoredFileIds = (stored: string): readonly string[] =>
  stored === NO_FILES ? [] : parseStrings(stored);

const messages = rowMapping<Omit<Message, 'followUps'>>({
  id: 'id',
  parentId: 'parent_id',
  role: 'role',
  content: 'content',
  at: 'at',
  status: 'status',
  errorCode: 'error_code',
  model: 'model',
  fileIds: json('file_ids', parseStoredFileIds),
  cached: boolean('cached'),
  mode: json('mode', parseMode),
  replyId: 'reply_id',
  details: json('details', parseDetails),
});

export const toMessage = messages.fromRow;

export const toMessageRow = (chatKey: string, message: Message, seq: number) => ({
  chat_key: chatKey,
  seq,
  ...messages.toRow(message),
});
