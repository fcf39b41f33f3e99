import type { Message, RelatedQuestion } from '../../../../src/contract/common.ts';
import { getTurnDetails } from '../../../lib/turn-details.ts';
import { hasSourcesOrImages } from '../engine/reply-details.ts';
import type { Turn } from './message-tree.ts';

const NO_QUESTIONS: readonly RelatedQuestion[] = [];

const isSearchReply = (message: Message): boolean =>
  hasSourcesOrImages(message) || message.messageMode?.agentType === 'research_agent';

/**
 * The questions that lead on from the last turn: those stored with it, or what an older chat
 * stores of its latest search.
 */
export const findRelatedQuestions = (
  turns: readonly Turn[],
  ofChat: readonly RelatedQuestion[] = NO_QUESTIONS,
): readonly RelatedQuestion[] => {
  const last = turns.at(-1)?.message;
  if (last?.role !== 'assistant' || last.status !== 'complete') return NO_QUESTIONS;
  const { relatedQuestions } = getTurnDetails(last, null);
  return relatedQuestions.length === 0 && isSearchReply(last) ? ofChat : relatedQuestions;
};
