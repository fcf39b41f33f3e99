import { questionText } from '../conversations/append-turn.ts';
import type { ConversationFiles } from './add-file-context.ts';
import type { FollowUpRequest } from './follow-ups.ts';
import type { ReplyMode, ReplyPlan } from './ports/agents.ts';
import type { Requester } from './ports/requesters.ts';

interface Asked {
  readonly requester: Requester;
  readonly target?: { readonly chatId: string } | undefined;
  readonly followUps?: { readonly synthesis: boolean } | undefined;
  readonly mode?: ReplyMode | undefined;
}

interface Admitted {
  readonly plan: ReplyPlan | undefined;
  readonly isUntitled: boolean;
  readonly files: ConversationFiles | undefined;
  /** Of the question's files. */
  readonly fileNames: readonly string[];
}

/** The follow-ups of an admitted question. */
export const requestedFollowUps = (
  { requester, target, followUps, mode }: Asked,
  admitted: Admitted,
  text: string,
): FollowUpRequest | undefined =>
  followUps && {
    requester,
    chatId: target?.chatId,
    untitledChatId: admitted.isUntitled ? target?.chatId : undefined,
    subject: text.trim() === '' ? subjectOf(admitted) : text,
    synthesis: followUps.synthesis,
    isSearch: admitted.plan?.searchFirst === true || mode?.kind === 'search-first',
  };

/** Of a question without words. */
const subjectOf = ({ fileNames, files }: Admitted): string =>
  fileNames.join(', ') || questionText('', files?.fileIds ?? []);
