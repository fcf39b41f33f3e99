import { useState } from 'react';

import { getErrorMessage, isApiFailure, isNotFound } from '../../lib/api-error.ts';
import { useStepTranslations } from './step-texts.ts';
import { toolCallsApi, type QuestionAnswer } from './tool-calls-api.ts';

export interface AskedQuestion {
  readonly replyId: string;
  readonly questionId: string;
}

/** `elsewhere`: it was answered, or ended, before this answer came. */
type AnswerState = 'open' | 'sent' | 'elsewhere';

/** Sends an answer. What was typed stays where it is until the server has taken it. */
export const useAnswer = ({ replyId, questionId }: AskedQuestion) => {
  const t = useStepTranslations();
  const [send, { isLoading }] = toolCallsApi.useAnswerToolQuestionMutation();
  const [state, setState] = useState<AnswerState>('open');
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (body: QuestionAnswer): Promise<void> => {
    setFailure(null);
    const { error } = await send({ replyId, questionId, body });
    if (!error) setState('sent');
    else if (isNotFound(error) || (isApiFailure(error) && error.code === 'ALREADY_ANSWERED')) setState('elsewhere');
    else setFailure(getErrorMessage(error, t('notSent')));
  };
  return { state, failure, busy: isLoading, submit };
};

export type SentAnswer = ReturnType<typeof useAnswer>;
