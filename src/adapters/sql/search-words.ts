import { createHash } from 'node:crypto';

import { normalized } from '../../domain/kernel/unicode.ts';

/*
 * Both engines get the same words, made here, so that they find the same: lower case, without accents, each word led by
 * a mark of its owner and written in ASCII. Because the mark is part of the word, a search walks only through the words
 * of one owner, however many others there are; there are no stop words and no shortest word; and nothing that a person
 * types can be an operator of a query language.
 */

/** Scripts that write no spaces between words: there, every two neighbouring characters count as a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー';
const RUNS = new RegExp(`([${UNSPACED}]+)|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');

/** The words of a text, and the runs of signs that are no words yet (second of each match). */
export const runsIn = (text: string): Iterable<RegExpExecArray> => text.matchAll(RUNS);

const MARK_LENGTH = 10;
/** MySQL leaves words of more than 84 characters out of its index. */
const LONGEST_WORD = 84 - MARK_LENGTH;
const MOST_QUERY_WORDS = 16;

export const folded = (text: string): string =>
  normalized(normalized(text, 'NFKD').replace(/\p{M}/gu, ''), 'NFC').toLowerCase();

export const pairs = (run: string, withLast: boolean): string[] => {
  const characters = [...run];
  const found = characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  return withLast || characters.length === 1 ? [...found, ...characters.slice(-1)] : found;
};

/** ASCII stays as it is; any other character becomes `_` and four digits, so that beginnings stay beginnings. */
export const inAscii = (word: string): string => {
  if (/^[a-z0-9]+$/.test(word)) return word.slice(0, LONGEST_WORD);
  let written = '';
  for (const character of word) {
    const code = /[a-z0-9]/.test(character)
      ? character
      : `_${(character.codePointAt(0) ?? 0).toString(36).padStart(4, '0')}`;
    if (written.length + code.length > LONGEST_WORD) break;
    written += code;
  }
  return written;
};

const words = (text: string, forIndex: boolean): Set<string> => {
  const found = new Set<string>();
  for (const [run, unspaced] of runsIn(folded(text))) {
    for (const word of unspaced === undefined ? [run] : pairs(run, forIndex)) found.add(inAscii(word));
  }
  return found;
};

export const markOf = (ownerId: string): string =>
  createHash('sha256').update(ownerId).digest('hex').slice(0, MARK_LENGTH);

/** What the index keeps of a text of this owner: each word once, parted by spaces. */
export const indexedWords = (ownerId: string, text: string): string => {
  const mark = markOf(ownerId);
  return [...words(text, true)].map((word) => mark + word).join(' ');
};

/** The beginnings that must all be found in a chat of this owner; none when the query has no letter or digit. */
export const soughtWords = (ownerId: string, query: string): readonly string[] => {
  const mark = markOf(ownerId);
  return [...words(query, false)].slice(0, MOST_QUERY_WORDS).map((word) => mark + word);
};
