import { useMemo } from 'react';

import type { Message, RelatedQuestion } from '../../../../src/contract/common.ts';
import { getTurnDetails } from '../../../lib/turn-details.ts';
import { useAppSelector } from '../../../state/store.ts';
import { hasSourcesOrImages } from '../engine/reply-details.ts';
import type { Turn } from './message-tree.ts';

const NO_QUESTIONS: readonly RelatedQuestion[] = [];

const isSearchReply = (message: Message): boolean =>
  hasSourcesOrImages(message) || message.messageMode?.agentType === 'research_agent';

/**
 * The questions that lead on from the last turn: what this page was told of it, what is kept with it, or what the chat
 * keeps of its latest search, if the turn comes of one.
 */
export const useRelatedQuestions = (
  turns: readonly Turn[],
  chat?: { readonly relatedQuestions: readonly RelatedQuestion[] },
): readonly RelatedQuestion[] => {
  const ofChat = chat?.relatedQuestions ?? NO_QUESTIONS;
  const last = turns.at(-1)?.message;
  const received = useAppSelector(({ chat }) => (last ? chat.related[last.id] : undefined));
  return useMemo(() => {
    if (last?.role !== 'assistant' || last.status !== 'complete') return NO_QUESTIONS;
    const stored = getTurnDetails(last, null).relatedQuestions;
    const ofLatest = received === undefined && isSearchReply(last) ? ofChat : NO_QUESTIONS;
    return [received ?? NO_QUESTIONS, stored, ofLatest].find((questions) => questions.length > 0) ?? NO_QUESTIONS;
  }, [last, received, ofChat]);
};
