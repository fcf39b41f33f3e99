import { TooManyQuestions } from '../chat/errors.ts';
import { ToolNotUsable, ToolServerUnreachable, ToolSignInNeeded } from '../tools/errors.ts';
import { PageUnavailable, PageNotAllowed, SearchFailed } from './errors.ts';
import { InvalidToolArguments, ToolUnavailable } from './tool.ts';

/** Their messages are for the model and for people. */
const EXPECTED = [
  PageUnavailable,
  PageNotAllowed,
  InvalidToolArguments,
  ToolUnavailable,
  ToolServerUnreachable,
  ToolSignInNeeded,
  ToolNotUsable,
  TooManyQuestions,
];

export const failureMessage = (error: unknown): string => {
  if (error instanceof SearchFailed) return 'The search did not answer.';
  const expected = EXPECTED.find((each) => error instanceof each);
  return expected && error instanceof Error ? error.message : 'The tool did not work.';
};
