import { isApiFailure } from '../../lib/api-error.ts';

const nonEmpty = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** What a failed call says: the server's own words, that it could not be reached, or `otherwise`. Never the page of a proxy. */
export const getErrorMessage = (error: unknown, fallback: string): string => {
  if (!isApiFailure(error)) return fallback;
  return (
    nonEmpty(error.data['message']) ?? nonEmpty(error.data['error']) ?? (error.status === 0 ? error.message : fallback)
  );
};
