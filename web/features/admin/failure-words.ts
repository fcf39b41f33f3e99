import { isApiFailure } from '../../lib/api-error.ts';

/** The server's words for a failure, else ours. */
export const failureWords = (error: unknown, otherwise = 'That did not work. Please try again.'): string =>
  (isApiFailure(error) && error.message !== '' ? error.message : otherwise);
