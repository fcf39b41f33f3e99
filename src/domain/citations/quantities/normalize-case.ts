import { normalizeUnicode } from '../../../shared/unicode.ts';

/** Lower case without accents. */
export const normalizeCase = (text: string): string =>
  normalizeUnicode(normalizeUnicode(text, 'NFD').replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, ''), 'NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** `words value` lines as a map of normalised words. */
export const valuesByWord = (lines: readonly (readonly [string, number])[]): Map<string, number> =>
  new Map(
    lines.flatMap(([words, value]) => words.split(' ').map((word): [string, number] => [normalizeCase(word), value])),
  );
