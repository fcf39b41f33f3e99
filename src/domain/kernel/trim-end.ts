/**
 * Removes characters at the end that match `pattern` (one character, without `g`). A regular expression `…+$` would
 * take quadratic time.
 */
export const trimEndMatching = (text: string, pattern: RegExp): string => {
  let end = text.length;
  while (end > 0 && pattern.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};
