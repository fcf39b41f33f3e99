import type { Correction } from './reply-details.ts';

/** The text with its corrections, which are in order. One whose sentence is not where it says changes nothing. */
export const applyCorrections = (text: string, corrections: readonly Correction[]): string => {
  let corrected = '';
  let from = 0;
  for (const { at, before, after } of corrections) {
    if (at < from || !text.startsWith(before, at)) continue;
    corrected += text.slice(from, at) + after;
    from = at + before.length;
  }
  return corrected + text.slice(from);
};
