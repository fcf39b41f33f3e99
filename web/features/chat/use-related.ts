import { useMemo } from 'react';

import type { Message, RelatedQuestion } from '../../../src/contract/common.ts';
import { detailsOf } from '../../lib/turn-details.ts';
import { useAppSelector } from '../../state/store.ts';
import { hasMaterial } from './reply-details.ts';
import type { Turn } from './turns.ts';

const NONE: readonly RelatedQuestion[] = [];

const isOfSearch = (message: Message): boolean =>
  hasMaterial(message) || message.messageMode?.agentType === 'research_agent';

/**
 * The questions that lead on from the last turn: what this page was told of it, what is kept with it, or what the chat
 * keeps of its latest search, if the turn comes of one.
 */
export const useRelated = (
  turns: readonly Turn[],
  chat?: { readonly relatedQuestions: readonly RelatedQuestion[] },
): readonly RelatedQuestion[] => {
  const ofChat = chat?.relatedQuestions ?? NONE;
  const last = turns.at(-1)?.message;
  const told = useAppSelector(({ chat }) => (last ? chat.related[last.id] : undefined));
  return useMemo(() => {
    if (last?.role !== 'assistant' || last.status !== 'complete') return NONE;
    const kept = detailsOf(last, null).relatedQuestions;
    const ofLatest = told === undefined && isOfSearch(last) ? ofChat : NONE;
    return [told ?? NONE, kept, ofLatest].find((questions) => questions.length > 0) ?? NONE;
  }, [last, told, ofChat]);
};
