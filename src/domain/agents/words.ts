import { withoutEnding } from '../kernel/text-ends.ts';
import { normalized } from '../kernel/unicode.ts';
import {
  EVERY_STOP_WORD,
  HEDGES,
  MAGNITUDES,
  MEANINGS,
  NEGATION_SIGNS,
  NEGATIONS,
  NO_NEGATION,
  NUMBER_WORDS,
  STOP_WORDS,
} from './word-lists.ts';

/** A number of a text: what it may mean (`1.234` is two things), and how exactly it is meant. */
export interface Figure {
  readonly values: readonly number[];
  readonly digits: number;
  readonly hedged: boolean;
}

export interface Word {
  /** The folded word; a pair of signs in scripts without blanks; `=rise` for a known meaning; `#3` for a number word. */
  readonly key: string;
  /** How much it tells, 0.3 to 1.5. */
  readonly weight: number;
  /** Begins with a capital: of a person, a place, a thing with a name, or just German. */
  readonly capital: boolean;
  readonly first: boolean;
}

export interface Words {
  readonly words: readonly Word[];
  readonly figures: readonly Figure[];
  readonly negated: boolean;
}

const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}';
const TOKENS = new RegExp(
  `([${UNSPACED}]+)|(\\d{1,3}(?:[ ,.'’]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?)|((?:(?![${UNSPACED}])[\\p{L}\\p{M}])(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]|['’](?=\\p{L}))*)`,
  'gu',
);
/** Endings and particles: they hold sentences together and say little. */
const GRAMMAR = /^\p{Script=Hiragana}+$|[的了是在和与及]/u;

const meanings: ReadonlyMap<string, string> = new Map(
  MEANINGS.flatMap((words) => words.map((word): [string, string] => [word, `=${words[0] ?? ''}`])),
);

/** Small letters without accents. */
const fold = (text: string): string =>
  normalized(normalized(text, 'NFD').replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, ''), 'NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** A word without article, elision and plural, as far as that can be said without knowing the language. */
const rootOf = (word: string): string => {
  const bare = word
    .replace(/^(?:[dlqnjscmt]|qu|dell|all|nell)['’](?=\p{L}{2})/u, '')
    .replace(/['’]s?$|['’]/gu, '')
    .replace(/^(?:وال|بال|كال|فال|ال|لل)(?=\p{L}{3})/u, '');
  if (bare.length > 3 && /[^s]s$/.test(bare)) return bare.slice(0, -1).replace(/ie$/, 'i');
  return bare.length > 3 ? bare.replace(/y$/, 'i') : bare;
};

const numberOf = (text: string): number[] => {
  const plain = text.replace(/[ '’]/g, '');
  const english = Number(plain.replaceAll(',', ''));
  const continental = Number(plain.replaceAll('.', '').replace(',', '.'));
  return [...new Set([english, continental].filter((value) => !Number.isNaN(value)))];
};

const scaled = (values: readonly number[], rest: string): readonly number[] => {
  const found = MAGNITUDES.find(([pattern]) => pattern.test(rest));
  if (!found) return values;
  const big = values.map((value) => value * found[1]);
  return /^[a-z](?!\p{L})/iu.test(rest) ? [...values, ...big] : big;
};

const figureAt = (text: string, token: string, at: number): Figure => {
  const rest = text.slice(at + token.length, at + token.length + 16).replace(/^[ -]/, '');
  return {
    values: scaled(numberOf(token), rest),
    digits: withoutEnding(token.replace(/\D/g, '').replace(/^0+/, ''), /0/).length || 1,
    hedged: HEDGES.test(fold(text.slice(Math.max(0, at - 24), at))),
  };
};

const pairsOf = (run: string): Word[] => {
  const signs = [...run];
  const pairs = signs.length === 1 ? [run] : signs.slice(1).map((sign, at) => (signs[at] ?? '') + sign);
  return pairs.map((key) => ({ key, weight: GRAMMAR.test(key) ? 0.25 : 1, capital: false, first: false }));
};

const isStop = (word: string): boolean => EVERY_STOP_WORD.has(word) || word.length < 2;

const wordOf = (token: string, first: boolean): Word | undefined => {
  const folded = fold(token);
  const root = rootOf(folded);
  const place = { capital: /^\p{Lu}/u.test(token), first };
  const meaning = meanings.get(folded) ?? meanings.get(root);
  if (meaning !== undefined) return { key: meaning, weight: isStop(folded) ? 0.3 : 0.8, ...place };
  if (isStop(folded) || isStop(root)) return undefined;
  const number = NUMBER_WORDS.get(folded);
  return { key: number === undefined ? root : `#${number}`, weight: 1, ...place };
};

const isNegated = (text: string): boolean => {
  const plain = text.replace(NO_NEGATION, ' ');
  if (NEGATION_SIGNS.test(plain)) return true;
  return fold(plain)
    .replace(/['’]/g, '')
    .split(/[^\p{L}]+/u)
    .some((word) => NEGATIONS.has(word));
};

/** What a text says in words and numbers, without those that say nothing. */
export const wordsOf = (raw: string): Words => {
  const text = normalized(raw, 'NFKC');
  const words: Word[] = [];
  const figures: Figure[] = [];
  let first = true;
  for (const { 0: token, 1: run, 2: number, index } of text.matchAll(TOKENS)) {
    if (run !== undefined) words.push(...pairsOf(run));
    else if (number !== undefined) figures.push(figureAt(text, number, index));
    else {
      const word = wordOf(token, first);
      if (word) words.push(word);
    }
    first = false;
  }
  return { words, figures, negated: isNegated(text) };
};

/** Whether a number of a claim is the one of a source: the same, or the same as far as the claim is exact. */
export const agrees = (claim: Figure, source: Figure): boolean =>
  claim.values.some((said) =>
    source.values.some((meant) => {
      if (said === meant) return true;
      if (said === 0 || meant === 0) return false;
      if (isYear(said)) return false;
      if (claim.hedged && Math.abs(said - meant) <= 0.04 * Math.max(said, meant)) return true;
      return (claim.hedged || claim.digits >= 2) && meant > 10 && Number(meant.toPrecision(claim.digits)) === said;
    }),
  );

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value <= 2100;

/** The language of a text by its small words; undefined when there are too few to tell. Scripts tell theirs at once. */
export const languageOf = (text: string): string | undefined => {
  const sample = fold(text.slice(0, 3000));
  return languageOfScript(sample) ?? languageOfWords(sample);
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

const countOf = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

const languageOfScript = (sample: string): string | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)) return 'ja';
  const letters = countOf(sample, /\p{L}/gu);
  return SCRIPTS.find(([, sign]) => countOf(sample, sign) > letters * 0.4)?.[0];
};

const languageOfWords = (sample: string): string | undefined => {
  const counts = new Map<string, number>();
  for (const word of sample.split(/[^\p{L}]+/u)) {
    for (const [language, stops] of Object.entries(STOP_WORDS))
      if (stops.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [best, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (best === undefined || best[1] < 2) return undefined;
  return second === undefined || best[1] > second[1] ? best[0] : undefined;
};
