import { bigrams, findRuns, foldText } from '../../shared/fold-text.ts';
import { STOP_WORDS } from './stop-words.ts';

/*
 * The words of passages and questions. Each also has a stem, so that `batteries` is `battery`. One stemmer serves all
 * languages: stems need not be correct, only equal on both sides.
 */

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

export interface Term {
  /** Folded; two characters in scripts without spaces. */
  readonly word: string;
  /** Undefined where the word alone counts: with digits, short, or of a script without spaces. */
  readonly stem: string | undefined;
}

const toTerm = (word: string): Term => ({
  word,
  stem: /\d/.test(word) || word.length < MIN_STEM_LENGTH ? undefined : stem(word),
});

/** In reading order, with repetitions. `forIndex`: also the last character of a run without spaces. */
export const termsOf = (text: string, forIndex: boolean): Term[] =>
  [...findRuns(foldText(splitCamelCase(text)))].flatMap(([run, unspaced]): Term[] =>
    unspaced === undefined ? [toTerm(run)] : bigrams(run, forIndex).map((word) => ({ word, stem: undefined })),
  );

export const isStopWord = ({ word }: Term): boolean => STOP_WORDS.has(word);

/** The different words of a question without stop words. */
export const significantTerms = (text: string): Term[] => {
  const different = new Map(termsOf(text, false).map((term) => [term.word, term]));
  return [...different.values()].filter((term) => !isStopWord(term));
};
