import { trimEndMatching } from '../kernel/trim-end.ts';
import { normalizeUnicode } from '../../shared/unicode.ts';
import {
  ALL_STOP_WORDS,
  APPROXIMATION_WORDS,
  MAGNITUDES,
  SYNONYMS,
  NEGATION_PATTERN,
  NEGATION_WORDS,
  FALSE_NEGATIONS,
  NUMBER_WORDS,
  STOP_WORDS,
} from './word-lists.ts';

/** A number: its possible values (`1.234` has two) and its precision. */
export interface NumberToken {
  readonly values: readonly number[];
  readonly digits: number;
  readonly isApproximate: boolean;
}

export interface WordToken {
  /** The normalised word; a bigram in scripts without spaces; `=rise` for a synonym group; `#3` for a number word. */
  readonly key: string;
  /** 0.3 to 1.5. */
  readonly weight: number;
  readonly isCapitalised: boolean;
  readonly first: boolean;
}

export interface Tokens {
  readonly words: readonly WordToken[];
  readonly numbers: readonly NumberToken[];
  readonly isNegated: boolean;
}

const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}';
const TOKENS = new RegExp(
  `([${UNSPACED_SCRIPTS}]+)|(\\d{1,3}(?:[ ,.'’]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?)|((?:(?![${UNSPACED_SCRIPTS}])[\\p{L}\\p{M}])(?:(?![${UNSPACED_SCRIPTS}])[\\p{L}\\p{M}\\p{N}]|['’](?=\\p{L}))*)`,
  'gu',
);
/** Particles and suffixes, which carry little meaning. */
const GRAMMAR_WORDS = /^\p{Script=Hiragana}+$|[的了是在和与及]/u;

const synonyms: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap((words) => words.map((word): [string, string] => [word, `=${words[0] ?? ''}`])),
);

/** Lower case without accents. */
const normalizeCase = (text: string): string =>
  normalizeUnicode(normalizeUnicode(text, 'NFD').replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, ''), 'NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** Removes article, elision and plural, without knowing the language. */
const stem = (word: string): string => {
  const bare = word
    .replace(/^(?:[dlqnjscmt]|qu|dell|all|nell)['’](?=\p{L}{2})/u, '')
    .replace(/['’]s?$|['’]/gu, '')
    .replace(/^(?:وال|بال|كال|فال|ال|لل)(?=\p{L}{3})/u, '');
  if (bare.length > 3 && /[^s]s$/.test(bare)) return bare.slice(0, -1).replace(/ie$/, 'i');
  return bare.length > 3 ? bare.replace(/y$/, 'i') : bare;
};

const parseNumber = (text: string): number[] => {
  const plain = text.replace(/[ '’]/g, '');
  const english = Number(plain.replaceAll(',', ''));
  const continental = Number(plain.replaceAll('.', '').replace(',', '.'));
  return [...new Set([english, continental].filter((value) => !Number.isNaN(value)))];
};

const applyMagnitude = (values: readonly number[], rest: string): readonly number[] => {
  const found = MAGNITUDES.find(([pattern]) => pattern.test(rest));
  if (!found) return values;
  const big = values.map((value) => value * found[1]);
  return /^[a-z](?!\p{L})/iu.test(rest) ? [...values, ...big] : big;
};

const parseNumberToken = (text: string, token: string, at: number): NumberToken => {
  const rest = text.slice(at + token.length, at + token.length + 16).replace(/^[ -]/, '');
  return {
    values: applyMagnitude(parseNumber(token), rest),
    digits: trimEndMatching(token.replace(/\D/g, '').replace(/^0+/, ''), /0/).length || 1,
    isApproximate: APPROXIMATION_WORDS.test(normalizeCase(text.slice(Math.max(0, at - 24), at))),
  };
};

const bigrams = (run: string): WordToken[] => {
  const signs = [...run];
  const pairs = signs.length === 1 ? [run] : signs.slice(1).map((sign, at) => (signs[at] ?? '') + sign);
  return pairs.map((key) => ({ key, weight: GRAMMAR_WORDS.test(key) ? 0.25 : 1, isCapitalised: false, first: false }));
};

const isStopWord = (word: string): boolean => ALL_STOP_WORDS.has(word) || word.length < 2;

const parseWord = (token: string, first: boolean): WordToken | undefined => {
  const folded = normalizeCase(token);
  const root = stem(folded);
  const place = { isCapitalised: /^\p{Lu}/u.test(token), first };
  const meaning = synonyms.get(folded) ?? synonyms.get(root);
  if (meaning !== undefined) return { key: meaning, weight: isStopWord(folded) ? 0.3 : 0.8, ...place };
  if (isStopWord(folded) || isStopWord(root)) return undefined;
  const number = NUMBER_WORDS.get(folded);
  return { key: number === undefined ? root : `#${number}`, weight: 1, ...place };
};

const isNegated = (text: string): boolean => {
  const plain = text.replace(FALSE_NEGATIONS, ' ');
  if (NEGATION_PATTERN.test(plain)) return true;
  return normalizeCase(plain)
    .replace(/['’]/g, '')
    .split(/[^\p{L}]+/u)
    .some((word) => NEGATION_WORDS.has(word));
};

/** The words (without stop words) and numbers of a text. */
export const tokenize = (raw: string): Tokens => {
  const text = normalizeUnicode(raw, 'NFKC');
  const words: WordToken[] = [];
  const numbers: NumberToken[] = [];
  let first = true;
  for (const { 0: token, 1: run, 2: number, index } of text.matchAll(TOKENS)) {
    if (run !== undefined) words.push(...bigrams(run));
    else if (number !== undefined) numbers.push(parseNumberToken(text, number, index));
    else {
      const word = parseWord(token, first);
      if (word) words.push(word);
    }
    first = false;
  }
  return { words, numbers, isNegated: isNegated(text) };
};

/** Equal, or equal within the precision of the claim. */
export const numbersAgree = (claim: NumberToken, source: NumberToken): boolean =>
  claim.values.some((claimed) =>
    source.values.some((stated) => {
      if (claimed === stated) return true;
      if (claimed === 0 || stated === 0) return false;
      if (isYear(claimed)) return false;
      if (claim.isApproximate && Math.abs(claimed - stated) <= 0.04 * Math.max(claimed, stated)) return true;
      return (
        (claim.isApproximate || claim.digits >= 2) &&
        stated > 10 &&
        Number(stated.toPrecision(claim.digits)) === claimed
      );
    }),
  );

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value <= 2100;

/** By script, else by stop words; undefined when there are too few. */
export const detectLanguage = (text: string): string | undefined => {
  const sample = normalizeCase(text.slice(0, 3000));
  return detectByScript(sample) ?? detectByStopWords(sample);
};

const SCRIPTS = [
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
] as const;

const countMatches = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

const detectByScript = (sample: string): string | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)) return 'ja';
  const letters = countMatches(sample, /\p{L}/gu);
  return SCRIPTS.find(([, sign]) => countMatches(sample, sign) > letters * 0.4)?.[0];
};

const detectByStopWords = (sample: string): string | undefined => {
  const counts = new Map<string, number>();
  for (const word of sample.split(/[^\p{L}]+/u)) {
    for (const [language, stops] of Object.entries(STOP_WORDS))
      if (stops.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [best, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (best === undefined || best[1] < 2) return undefined;
  return second === undefined || best[1] > second[1] ? best[0] : undefined;
};
