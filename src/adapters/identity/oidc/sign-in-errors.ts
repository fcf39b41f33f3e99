import type * as OpenId from 'openid-client';

import { ClocksDiffer, SignInCancelled, SignInNotProven, SignInProviderDown } from '../../../domain/accounts/errors.ts';
import { DomainError } from '../../../domain/kernel/domain-error.ts';

const CLOCK_CODE = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
/** The library's codes for an answer that fails a check. Any other fault is one of the connection. */
const UNPROVEN_CODES = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_PARSE_ERROR',
]);
const DOWN_ANSWERS = new Set(['server_error', 'temporarily_unavailable']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** For the log. The library's own errors carry parameters, claims and tokens as their causes, so those are left out. */
const summarize = (error: unknown, answer = ''): Error => {
  const causes: string[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 4; cause = cause.cause)
    causes.push([cause.message, codeOf(cause)].filter(Boolean).join(' '));
  return new Error([...causes, answer].filter(Boolean).join(': '));
};

/** An error of the library as one of ours. */
export const toSignInError = (error: unknown, openid: typeof OpenId): DomainError => {
  if (error instanceof DomainError) return error;
  if (error instanceof openid.AuthorizationResponseError) {
    if (error.error === 'access_denied') return new SignInCancelled();
    const Answer = DOWN_ANSWERS.has(error.error) ? SignInProviderDown : SignInCancelled;
    return new Answer(summarize(error, error.error));
  }
  if (error instanceof openid.ResponseBodyError)
    return new (error.status < 500 ? SignInNotProven : SignInProviderDown)(summarize(error, error.error));
  if (codeOf(error) === CLOCK_CODE) return new ClocksDiffer(summarize(error));
  return new (UNPROVEN_CODES.has(codeOf(error)) ? SignInNotProven : SignInProviderDown)(summarize(error));
};
