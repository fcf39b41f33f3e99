import { significantTerms, type Term, termsOf } from '../../../domain/retrieval/text-terms.ts';
import { encodeAscii, ownerPrefix } from './search-tokens.ts';

/* Tokens of passages, as in search-tokens.ts, but with repetitions, and each word also as its stem. */

const MAX_QUERY_WORDS = 24;
const MAX_STEM_TOKEN_LENGTH = 60;

/** A stem starts with two underscores, which no word does. */
const toIndexTerms = (prefix: string, { word, stem }: Term): string[] => {
  const whole = prefix + encodeAscii(word);
  return stem === undefined ? [whole] : [whole, `${prefix}__${encodeAscii(stem).slice(0, MAX_STEM_TOKEN_LENGTH)}`];
};

/** A chunk's tokens for the index, separated by spaces, with the owner's mark. */
export const tokenizeChunk = (ownerId: string, text: string): string => {
  const prefix = ownerPrefix(ownerId);
  return termsOf(text, true)
    .flatMap((term) => toIndexTerms(prefix, term))
    .join(' ');
};

/** The search words of a question; stop words only if there are no others. */
export const tokenizeChunkQuery = (ownerId: string, query: string): readonly string[] => {
  const prefix = ownerPrefix(ownerId);
  const significant = significantTerms(query);
  const selected = (significant.length > 0 ? significant : termsOf(query, false)).slice(0, MAX_QUERY_WORDS);
  return [...new Set(selected.flatMap((term) => toIndexTerms(prefix, term)))];
};
