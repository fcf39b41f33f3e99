import { STEP_FAILURES } from '../../shared/step-texts.ts';
import { TooManyQuestions } from '../chat/errors.ts';
import { ToolNotUsable, ToolServerUnreachable, ToolSignInNeeded } from '../tools/errors.ts';
import { SearchFailed, StepFailed } from './errors.ts';
import { InvalidToolArguments } from './tool.ts';

/** Their messages are for the model and for people. */
const EXPECTED = [
  StepFailed,
  InvalidToolArguments,
  ToolServerUnreachable,
  ToolSignInNeeded,
  ToolNotUsable,
  TooManyQuestions,
];

export const failureMessage = (error: unknown): string => {
  if (error instanceof SearchFailed) return STEP_FAILURES.searchUnanswered;
  const expected = EXPECTED.find((each) => error instanceof each);
  return expected && error instanceof Error ? error.message : STEP_FAILURES.toolFailed;
};
