import { isApiFailure } from '../../../lib/api-error.ts';
import { t } from '../texts.ts';

/** The server's words for a failure, else ours. */
export const getErrorMessage = (error: unknown): string =>
  isApiFailure(error) && error.message !== '' ? error.message : t('didNotWork');
