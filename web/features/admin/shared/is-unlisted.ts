import { isApiFailure } from '../../../lib/api-error.ts';

/** What stands at an address has no list of models, or the address is wrong. */
export const isUnlisted = (error: unknown): boolean =>
  isApiFailure(error) && ['address', 'answer'].includes(String(error.data['failure']));
