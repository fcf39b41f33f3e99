import { STOP_WORDS } from '../../../domain/retrieval/stop-words.ts';
import { bigrams, findRuns, foldText } from '../../../shared/fold-text.ts';
import { encodeAscii, ownerPrefix } from './search-tokens.ts';

/*
 * Tokens of passages, as in search-tokens.ts, but with repetitions, and each word also as its stem, so that `batteries`
 * finds `battery`. One stemmer serves all languages: stems need not be correct, only equal on both sides.
 */

const MAX_QUERY_WORDS = 24;
const MAX_STEM_LENGTH = 7;
const MIN_STEM_LENGTH = 3;
const SUFFIXES = ['ings', 'ing', 'edly', 'ied', 'ies', 'ed', 'ly', 'es', 'en', 'er', 'em', 'e', 's', 'n'];

const stem = (word: string): string => {
  const ending = SUFFIXES.find((end) => word.endsWith(end) && word.length - end.length >= MIN_STEM_LENGTH);
  const trimmed = ending === undefined ? word : word.slice(0, -ending.length);
  const base =
    ending === 'ies' || ending === 'ied' || trimmed.endsWith('y') ? `${trimmed.replace(/y$/, '')}i` : trimmed;
  return [...base.slice(0, 2 * MAX_STEM_LENGTH)].slice(0, MAX_STEM_LENGTH).join('');
};

/** The parts of `maxRetryCount`, beside the whole. */
const splitCamelCase = (text: string): string =>
  text.replace(/\p{L}+/gu, (name) =>
    /\p{Ll}\p{Lu}/u.test(name) ? `${name} ${name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')}` : name,
  );

interface Token {
  readonly word: string;
  readonly unspaced: boolean;
}

const tokenize = (text: string, forIndex: boolean): Token[] =>
  [...findRuns(foldText(splitCamelCase(text)))].flatMap(([run, unspaced]): Token[] =>
    unspaced === undefined
      ? [{ word: run, unspaced: false }]
      : bigrams(run, forIndex).map((word) => ({ word, unspaced: true })),
  );

/** A stem starts with two underscores, which no word does. */
const toIndexTerms = (prefix: string, { word, unspaced }: Token): string[] => {
  const whole = prefix + encodeAscii(word);
  return unspaced || /\d/.test(word) || word.length < MIN_STEM_LENGTH
    ? [whole]
    : [whole, `${prefix}__${encodeAscii(stem(word)).slice(0, 60)}`];
};

/** A chunk's tokens for the index, separated by spaces, with the owner's mark. */
export const tokenizeChunk = (ownerId: string, text: string): string => {
  const prefix = ownerPrefix(ownerId);
  return tokenize(text, true)
    .flatMap((token) => toIndexTerms(prefix, token))
    .join(' ');
};

/** The search words of a question; stop words only if there are no others. */
export const tokenizeChunkQuery = (ownerId: string, query: string): readonly string[] => {
  const prefix = ownerPrefix(ownerId);
  const all = [...new Map(tokenize(query, false).map((token) => [token.word, token])).values()];
  const significant = all.filter(({ word }) => !STOP_WORDS.has(word));
  const selected = (significant.length > 0 ? significant : all).slice(0, MAX_QUERY_WORDS);
  return [...new Set(selected.flatMap((token) => toIndexTerms(prefix, token)))];
};
