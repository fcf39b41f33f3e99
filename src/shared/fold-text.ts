import { normalizeUnicode } from './unicode.ts';

/*
 * How texts are compared wherever they are searched: in the index of chats, in a hit's sentence and in an open chat.
 * Lower case, without accents, full-width and other forms as the plain ones.
 */

/** Scripts without spaces: every two neighbouring characters form a token. */
const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}' +
  '\\p{Script=Myanmar}ー';
const RUN_PATTERN = new RegExp(`([${UNSPACED_SCRIPTS}]+)|(?:(?![${UNSPACED_SCRIPTS}])[\\p{L}\\p{N}])+`, 'gu');

/** Words, and runs of characters that need bigrams (second group of each match). */
export const findRuns = (text: string): Iterable<RegExpExecArray> => text.matchAll(RUN_PATTERN);

export const foldText = (text: string): string =>
  normalizeUnicode(normalizeUnicode(text, 'NFKD').replace(/\p{M}/gu, ''), 'NFC').toLowerCase();

export const bigrams = (run: string, withLast: boolean): string[] => {
  const characters = [...run];
  const found = characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  return withLast || characters.length === 1 ? [...found, ...characters.slice(-1)] : found;
};

/** A folded text that knows where each of its characters stood. */
export interface FoldedText {
  readonly text: string;
  /** The place in the original of the folded character at `index`. */
  readonly startOf: (index: number) => number;
  /** The place in the original after it. */
  readonly endOf: (index: number) => number;
}

/** ASCII as it is, Korean letters of one syllable, and else a letter with its marks: what is folded as one. */
const SEGMENTS = /[\0-\x7f]{2,999}(?!\p{M})|[\u1100-\u11ff]{1,999}|\P{M}\p{M}*|\p{M}+/gu;

/** A space of any kind is a space, and a sigma is a sigma, also at the end of a word. */
const foldSegment = (segment: string): string => foldText(segment).replace(/\s/gu, ' ').replaceAll('ς', 'σ');

/** Where a stretch of a folded text comes from; one whose length stayed is a letter for a letter. */
interface Stretch {
  readonly folded: number;
  readonly original: number;
  readonly length: number;
  readonly isSame: boolean;
}

const findStretch = (stretches: readonly Stretch[], index: number): Stretch | undefined => {
  let [low, high] = [0, stretches.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stretches[middle]?.folded ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return stretches[low];
};

export const foldWithOffsets = (text: string): FoldedText => {
  let folded = '';
  const stretches: Stretch[] = [];
  for (const { 0: segment, index } of text.matchAll(SEGMENTS)) {
    const part = foldSegment(segment);
    const isSame = part.length === segment.length;
    if (!isSame || stretches.at(-1)?.isSame !== true)
      stretches.push({ folded: folded.length, original: index, length: segment.length, isSame });
    folded += part;
  }
  const place = (index: number, after: number): number => {
    const stretch = findStretch(stretches, index);
    if (!stretch) return 0;
    return stretch.original + (stretch.isSame ? index - stretch.folded + after : after * stretch.length);
  };
  return { text: folded, startOf: (index) => place(index, 0), endOf: (index) => place(index, 1) };
};
