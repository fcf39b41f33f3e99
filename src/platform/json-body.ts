/**
 * As JSON for another service. Half of an emoji, which is left where a text was cut, would make some refuse the whole
 * request.
 */
export const toJsonBody = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part));
