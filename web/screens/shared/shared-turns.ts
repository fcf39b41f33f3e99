import type { Message } from '../../../src/contract/common.ts';
import { NO_DETAILS, type Source } from '../../../src/shared/reply-details.ts';
import { CUT_CODE } from '../../../src/shared/reply-status.ts';
import { UNSHARED_FILE_TITLE } from '../../../src/shared/unshared-file.ts';
import type { SharedTurn } from '../../../src/contract/shares.ts';
import type { Turn } from '../../features/chat/conversation/message-tree.ts';
import { t } from './texts.ts';

const nameSource = (source: Source): Source =>
  source.url === '' && source.title === UNSHARED_FILE_TITLE ? { ...source, title: t('fileNotShared') } : source;

/** A shared turn as the conversation shows it: with nothing beside what was shared. */
export const toMessage = ({
  id,
  role,
  content,
  timestamp,
  status,
  cut,
  messageMode,
  details,
}: SharedTurn): Message => ({
  id,
  role,
  content,
  timestamp,
  status,
  parentId: null,
  errorCode: cut ? CUT_CODE : null,
  model: null,
  replyId: null,
  ...(messageMode ? { messageMode } : {}),
  details: details && { ...NO_DETAILS, ...details, sources: details.sources.map(nameSource) },
});

export const toTurn = (turn: SharedTurn): Turn => ({ message: toMessage(turn), versions: { index: 1, count: 1 } });

/** What a shared answer answers. */
export const findQuestionBefore = (turns: readonly SharedTurn[], at: number): string =>
  turns.slice(0, at).findLast(({ role }) => role === 'user')?.content ?? '';
