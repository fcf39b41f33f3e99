/** JSON writes half of an emoji, and nothing else, as such an escape; an escaped backslash may stand before it too. */
const HALF_OF_A_PAIR = /\\ud[89a-f]/;

/**
 * As JSON for another service. Half of an emoji, which is left where a text was cut, would make some refuse the whole
 * request. Looking at each value costs several times as much as the rest, so it is done only where there is one.
 */
export const toJsonBody = (value: unknown): string => {
  const text = JSON.stringify(value);
  if (!HALF_OF_A_PAIR.test(text)) return text;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part));
};
