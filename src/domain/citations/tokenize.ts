import { normalizeUnicode } from '../../shared/unicode.ts';
import { calendarKey } from './quantities/dates.ts';
import { findQuantities } from './quantities/find-quantities.ts';
import type { Quantity } from './quantities/quantity.ts';
import { normalizeCase } from './quantities/normalize-case.ts';
import { markFalls } from './mark-falls.ts';
import { shareNouns } from './share-nouns.ts';
import { japaneseWordsIn, LIGHT_MEANINGS, meaningsOf, phraseMeaningsOf } from './lexicon/meanings.ts';
import { ALL_STOP_WORDS, FALSE_NEGATIONS, NEGATION_PATTERN, isNegationWord } from './word-lists.ts';

/** A number of a text. */
export interface NumberToken extends Quantity {
  /** The word after it, that it counts; undefined where it has a unit. */
  readonly noun: string | undefined;
  /** The noun stands beside another number. */
  readonly sharesNoun?: boolean;
  /** The word before it, as in `founded in 1998`. */
  readonly anchor: string | undefined;
}

export interface WordToken {
  /** The normalised word; a bigram in scripts without spaces; `@m10` for a month, `@d2` for a weekday. */
  readonly key: string;
  /** All that the word can mean. */
  readonly meanings: readonly string[];
  /** 0.25 to 1. */
  readonly weight: number;
  readonly isCapitalised: boolean;
  readonly first: boolean;
}

export interface WordItem extends Pick<WordToken, 'key' | 'meanings' | 'weight'> {
  readonly kind: 'word';
  readonly plain: string;
  readonly isName: boolean;
}

/** Everything of a sentence in order, for its grammar: words, function words, numbers and stops. */
export type Item =
  | WordItem
  | { readonly kind: 'function'; readonly plain: string; readonly meanings: readonly string[] }
  /** `at`: its index among the numbers. */
  | { readonly kind: 'number'; readonly at: number }
  | { readonly kind: 'break' };

export interface Tokens {
  readonly text: string;
  readonly language: string | undefined;
  readonly words: readonly WordToken[];
  readonly numbers: readonly NumberToken[];
  readonly items: readonly Item[];
  readonly isNegated: boolean;
}

const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}';
const TOKENS = new RegExp(
  `([${UNSPACED_SCRIPTS}]+)|` +
    `((?:(?![${UNSPACED_SCRIPTS}])[\\p{L}\\p{M}])(?:(?![${UNSPACED_SCRIPTS}])[\\p{L}\\p{M}\\p{N}]|['’](?=\\p{L}))*)`,
  'gu',
);
/** `The two founders`: their number is known already. */
const DEFINITE = new Set(
  'the these those both die diese beiden les ces los las estos estas gli questi os as deze эти оба'.split(' '),
);
/** Words between a number and the word that it belongs to. */
const MAX_ANCHOR_DISTANCE = 3;
/** Particles and suffixes, which carry little meaning. */
const GRAMMAR_WORDS = /^\p{Script=Hiragana}+$|[的了是在和与及]/u;

/** Removes article, elision and plural, without knowing the language. */
const stem = (word: string): string => {
  const bare = word
    .replace(/^(?:[dlqnjscmt]|qu|dell|all|nell)['’](?=\p{L}{2})/u, '')
    .replace(/['’]s?$|['’]/gu, '')
    .replace(/^ge(?=\p{L}{3,}(?:t|en)$)/u, '')
    .replace(/^(?:وال|بال|كال|فال|ال|لل)(?=\p{L}{3})/u, '');
  if (bare.length > 3 && /[^s]s$/.test(bare)) return bare.slice(0, -1).replace(/ie$/, 'i');
  return bare.length > 3 ? bare.replace(/y$/, 'i') : bare;
};

/** Pairs with a particle or ending say less than pairs of Chinese characters. */
const pairWeight = (pair: string): number => {
  if (GRAMMAR_WORDS.test(pair)) return 0.25;
  return /\p{Script=Hiragana}/u.test(pair) ? 0.3 : 1;
};

/** The verb of Japanese: one Chinese character before its ending. */
const VERB_STEM = /(?<!\p{Script=Han})\p{Script=Han}(?=\p{Script=Hiragana}{2})/gu;

const bigrams = (run: string): WordToken[] => {
  const signs = [...run];
  const pairs = signs.length === 1 ? [run] : signs.slice(1).map((sign, at) => (signs[at] ?? '') + sign);
  const toToken = (key: string, weight: number): WordToken => ({
    key,
    weight,
    meanings: meaningsOf(key, 'ja'),
    isCapitalised: false,
    first: false,
  });
  const tokens = pairs.map((key) => toToken(key, pairWeight(key)));
  const stems = run.match(VERB_STEM) ?? [];
  const known = japaneseWordsIn(run).filter((word) => !pairs.includes(word));
  return [...tokens, ...stems.map((key) => toToken(key, 0.7)), ...known.map((key) => toToken(key, 0.3))];
};

const isStopWord = (word: string): boolean => ALL_STOP_WORDS.has(word) || word.length < 2;

const parseWord = (token: string, first: boolean, language: string | undefined): WordToken | undefined => {
  const folded = normalizeCase(token);
  const calendar = calendarKey(token, /^\p{Lu}/u.test(token) && !first);
  if (calendar !== undefined) return { key: calendar, meanings: [], weight: 1, isCapitalised: true, first: false };
  const root = stem(folded);
  const place = { isCapitalised: /^\p{Lu}/u.test(token), first };
  const known = meaningsOf(folded, language);
  const meanings = known.length > 0 ? known : meaningsOf(root, language);
  const isStop = isStopWord(folded) || isStopWord(root);
  if (isStop) return meanings.length === 0 ? undefined : { key: root, meanings, weight: 0.3, ...place };
  return { key: root, meanings, weight: meanings.some((each) => LIGHT_MEANINGS.has(each)) ? 0.5 : 1, ...place };
};

const isNegated = (text: string, language: string | undefined): boolean => {
  const plain = text.replace(FALSE_NEGATIONS, ' ');
  if (NEGATION_PATTERN.test(plain)) return true;
  return normalizeCase(plain)
    .replace(/['’]/g, '')
    .split(/[^\p{L}]+/u)
    .some((word) => isNegationWord(word, language));
};

class TokenReader {
  readonly words: WordToken[] = [];
  readonly numbers: NumberToken[] = [];
  readonly items: Item[] = [];
  private isFirst = true;

  constructor(
    private readonly text: string,
    private readonly language: string | undefined,
  ) {}

  addNumber(quantity: Quantity): void {
    const last = this.items.at(-1);
    const isOptional = quantity.isOptional === true || (last !== undefined && this.isKnown(last, quantity));
    this.numbers.push({ ...quantity, isOptional, noun: undefined, anchor: this.anchorAfter(last) });
    this.items.push({ kind: 'number', at: this.numbers.length - 1 });
    this.isFirst = false;
  }

  private isKnown(last: Item, { unit, start }: Quantity): boolean {
    return last.kind === 'function' && DEFINITE.has(last.plain) && !unit && !/\d/.test(this.text.charAt(start));
  }

  private anchorAfter(last: Item | undefined): string | undefined {
    if (last?.kind !== 'word' && last?.kind !== 'function') return undefined;
    const anchor = this.items.slice(-MAX_ANCHOR_DISTANCE).findLast(({ kind }) => kind === 'word');
    return anchor?.kind === 'word' ? anchor.key : undefined;
  }

  addWords(start: number, end: number): void {
    let from = start;
    for (const { 0: token, 1: run, index } of this.text.slice(start, end).matchAll(TOKENS)) {
      this.addBreak(from, start + index);
      if (run === undefined) this.addWord(token);
      else this.addRun(run);
      from = start + index + token.length;
      this.isFirst = false;
    }
    this.addBreak(from, end);
  }

  private addBreak(from: number, to: number): void {
    if (/[^\s'’"“”«»\-]/u.test(this.text.slice(from, to))) this.items.push({ kind: 'break' });
  }

  private addRun(run: string): void {
    const pairs = bigrams(run);
    this.words.push(...pairs);
    for (const { key, meanings, weight } of pairs)
      this.items.push({ kind: 'word', key, meanings, weight, plain: key, isName: false });
  }

  private addWord(token: string): void {
    const word = parseWord(token, this.isFirst, this.language);
    const plain = normalizeCase(token);
    this.bindParticle(plain);
    if (!word || word.weight < 0.5) this.items.push({ kind: 'function', plain, meanings: word?.meanings ?? [] });
    if (!word) return;
    this.words.push(word);
    if (word.weight < 0.5) return;
    this.bindNoun(word.key);
    const { key, meanings, weight, isCapitalised: isName } = word;
    this.items.push({ kind: 'word', key, meanings, weight, plain, isName });
  }

  /** A verb with its particle has a meaning of its own. */
  private bindParticle(particle: string): void {
    const verb = this.items.at(-1);
    if (!verb || !('plain' in verb)) return;
    const meanings = phraseMeaningsOf(verb.plain, particle, this.language);
    if (meanings.length === 0) return;
    this.items.splice(-1, 1, { ...verb, meanings });
    const word = this.words.at(-1);
    if (word && verb.kind === 'word' && word.key === verb.key)
      this.words.splice(-1, 1, { ...word, meanings, weight: 1 });
  }

  /** The word directly after a number is what it counts. */
  private bindNoun(key: string): void {
    const number = this.numbers.at(-1);
    if (this.items.at(-1)?.kind === 'number' && number && !number.unit)
      this.numbers.splice(-1, 1, { ...number, noun: key });
  }
}

/** Arabic and Persian digits as ASCII; one character each. */
const asciiDigits = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');

/** The words (without stop words) and numbers of a text. */
export const tokenize = (raw: string, language: string | undefined): Tokens => {
  const text = asciiDigits(normalizeUnicode(raw, 'NFKC'));
  const reader = new TokenReader(text, language);
  const quantities = findQuantities(text, language);
  let from = 0;
  for (const quantity of quantities) {
    reader.addWords(from, quantity.start);
    reader.addNumber(quantity);
    from = quantity.end;
  }
  reader.addWords(from, text.length);
  const { words, items } = reader;
  const numbers = markFalls(items, shareNouns(items, reader.numbers));
  return { text, language, words, numbers, items, isNegated: isNegated(text, language) };
};
