import { isApiFailure } from '../../lib/api-error.ts';
import { say } from './texts.ts';

/** The server's words for a failure, else ours. */
export const failureWords = (error: unknown): string =>
  isApiFailure(error) && error.message !== '' ? error.message : say('didNotWork');
