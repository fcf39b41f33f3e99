import { type ArtifactAnswers, toSource } from '../../features/artifacts/artifact-answers.ts';
import type { Turn } from '../../features/chat/conversation/message-tree.ts';

/** The answers of the turns that are shown. */
export const artifactAnswersOf = (turns: readonly Turn[], onAsk?: ArtifactAnswers['onAsk']): ArtifactAnswers => {
  const answers = turns.map(({ message }) => message).filter(({ role }) => role === 'assistant');
  return {
    answers: answers.map(toSource),
    growingId: answers.find(({ status }) => status === 'streaming')?.id ?? null,
    onAsk,
  };
};
