import type { Message } from '../../../../../src/contract/common.ts';
import type { Turn } from '../../../../../web/features/chat/conversation/message-tree.ts';

/** A turn of a conversation; the role follows from the id's first letter (q asks, a answers). */
export const aMessage = (id: string, content: string, of: Partial<Message> = {}): Message => ({
  id,
  role: id.startsWith('q') ? 'user' : 'assistant',
  content,
  timestamp: '2026-11-21T14:30:00.000Z',
  parentId: null,
  status: 'complete',
  errorCode: null,
  model: 'demo',
  replyId: id.startsWith('q') ? null : `r-${id}`,
  ...of,
});

export const aTurn = (
  id: string,
  content: string,
  of: Partial<Message> = {},
  versions = { index: 1, count: 1 },
): Turn => ({ message: aMessage(id, content, of), versions });
