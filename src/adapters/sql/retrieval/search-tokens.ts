import { createHash } from 'node:crypto';

import { bigrams, findRuns, foldText } from '../../../shared/fold-text.ts';

/*
 * Both engines index the same tokens, so that they find the same: lower case, without accents, in ASCII, each with a
 * prefix of its owner. Because of the prefix a search reads only one owner's tokens. There are no stop words and no
 * minimum length, and no user input can be an operator of a query language.
 */

const OWNER_PREFIX_LENGTH = 10;
/** MySQL does not index words of more than 84 characters. */
const MAX_WORD_LENGTH = 84 - OWNER_PREFIX_LENGTH;
const MAX_QUERY_WORDS = 16;

/** ASCII is unchanged; any other character becomes `_` and four digits, so that prefixes stay prefixes. */
export const encodeAscii = (word: string): string => {
  if (/^[a-z0-9]+$/.test(word)) return word.slice(0, MAX_WORD_LENGTH);
  let written = '';
  for (const character of word) {
    const code = /[a-z0-9]/.test(character)
      ? character
      : `_${(character.codePointAt(0) ?? 0).toString(36).padStart(4, '0')}`;
    if (written.length + code.length > MAX_WORD_LENGTH) break;
    written += code;
  }
  return written;
};

const tokenize = (text: string, forIndex: boolean): Set<string> => {
  const found = new Set<string>();
  for (const [run, unspaced] of findRuns(foldText(text))) {
    for (const word of unspaced === undefined ? [run] : bigrams(run, forIndex)) found.add(encodeAscii(word));
  }
  return found;
};

export const ownerPrefix = (ownerId: string): string =>
  createHash('sha256').update(ownerId).digest('hex').slice(0, OWNER_PREFIX_LENGTH);

/** The tokens of a text of this owner for the index: each once, separated by spaces. */
export const tokenizeForIndex = (ownerId: string, text: string): string => {
  const prefix = ownerPrefix(ownerId);
  return [...tokenize(text, true)].map((word) => prefix + word).join(' ');
};

/** The prefixes that must all be found in a chat of this owner; none when the query has no letter or digit. */
export const tokenizeQuery = (ownerId: string, query: string): readonly string[] => {
  const prefix = ownerPrefix(ownerId);
  return [...tokenize(query, false)].slice(0, MAX_QUERY_WORDS).map((word) => prefix + word);
};
