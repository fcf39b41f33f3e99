import { fixedError } from '../kernel/domain-error.ts';

const OF_BODY = { field: 'body' };

export class UnknownExport extends fixedError(
  'invalid',
  'This is no export of Parley, LibreChat, Open WebUI, ChatGPT or Claude that can be read',
  'VALIDATION_ERROR',
  OF_BODY,
) {}

/** At once; more come in several files. */
export const MAX_CONVERSATIONS = 20_000;

export class TooManyConversations extends fixedError(
  'invalid',
  `A file may have at most ${MAX_CONVERSATIONS} conversations`,
  'VALIDATION_ERROR',
  OF_BODY,
) {}
