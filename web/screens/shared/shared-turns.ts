import type { Message } from '../../../src/contract/common.ts';
import { NO_DETAILS } from '../../../src/shared/reply-details.ts';
import type { SharedTurn } from '../../../src/contract/shares.ts';
import type { Turn } from '../../features/chat/conversation/message-tree.ts';

/** A shared turn as the conversation shows it: with nothing beside what was shared. */
export const toMessage = ({ id, role, content, timestamp, status, messageMode, details }: SharedTurn): Message => ({
  id,
  role,
  content,
  timestamp,
  status,
  parentId: null,
  errorCode: null,
  model: null,
  replyId: null,
  ...(messageMode ? { messageMode } : {}),
  details: details && { ...NO_DETAILS, ...details },
});

export const toTurn = (turn: SharedTurn): Turn => ({ message: toMessage(turn), versions: { index: 1, count: 1 } });

/** What a shared answer answers. */
export const findQuestionBefore = (turns: readonly SharedTurn[], at: number): string =>
  turns.slice(0, at).findLast(({ role }) => role === 'user')?.content ?? '';
