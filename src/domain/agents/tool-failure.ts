import { STEP_FAILURES } from '../../shared/step-texts.ts';
import { TooManyQuestions } from '../chat/errors.ts';
import { ToolNotUsable, ToolServerUnreachable, ToolSignInNeeded } from '../tools/errors.ts';
import { SearchFailed, type SearchFailure, StepFailed } from './errors.ts';
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

const SEARCH_FAILURES: Readonly<Record<SearchFailure, string>> = {
  unanswered: STEP_FAILURES.searchUnanswered,
  quotaUsed: STEP_FAILURES.searchQuotaUsed,
  busy: STEP_FAILURES.searchBusy,
  refused: STEP_FAILURES.searchRefused,
  formatRefused: STEP_FAILURES.searchRefused,
};

export const failureMessage = (error: unknown): string => {
  if (error instanceof SearchFailed) return SEARCH_FAILURES[error.reason];
  const expected = EXPECTED.find((each) => error instanceof each);
  return expected && error instanceof Error ? error.message : STEP_FAILURES.toolFailed;
};
