/**
 * A text without the signs at its end of which each matches `sign` (a pattern of one sign, without `g`). The pattern
 * `…+$` would try again at every such sign within the text, and so take the square of its length.
 */
export const trimEndMatching = (text: string, sign: RegExp): string => {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};
