import { isApiFailure } from '../../lib/api-error.ts';

const filled = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** What a failed call says: the server's own words, that it could not be reached, or `otherwise`. Never the page of a proxy. */
export const failureText = (error: unknown, otherwise: string): string => {
  if (!isApiFailure(error)) return otherwise;
  return (
    filled(error.data['message']) ?? filled(error.data['error']) ?? (error.status === 0 ? error.message : otherwise)
  );
};
