import { normalizeCase } from './normalize-case.ts';
import { ARTICLES, COMPOUND_PARTS, MULTIPLES, NUMBER_CONNECTORS, ORDINALS, numberWordsOf } from './number-lexicon.ts';
import { COUNTED_SHARE, COUNTS, findPartsOfHour, SHARES } from './shares.ts';
import { unitAt, type Unit, unitOfWord } from './units.ts';
import type { WordNumber } from './word-number.ts';

interface Word {
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

const ORDINAL: Unit = { dimension: 'ordinal', factor: 1 };
const TIMES: Unit = { dimension: 'times', factor: 1 };
const PERCENT: Unit = { dimension: 'percent', factor: 1 };
const MAX_COMPOUND_LETTERS = 40;

/** The parts of `zweihundertfünfzig`, the longest first; undefined for any other word. */
const splitCompound = (word: string, language: string, numbers: ReadonlyMap<string, number>): number[] | undefined => {
  const parts = COMPOUND_PARTS[language];
  if (!parts || word.length > MAX_COMPOUND_LETTERS) return undefined;
  const values: number[] = [];
  for (let from = 0; from < word.length;) {
    let length = Math.min(12, word.length - from);
    let value: number | undefined;
    for (; length > 0 && value === undefined; length -= 1)
      value = numbers.get(word.slice(from, from + length)) ?? parts[word.slice(from, from + length)];
    if (value === undefined) return undefined;
    values.push(value);
    from += length + 1;
  }
  return values.length > 1 ? values : undefined;
};

/** Adds number words up; undefined where the next one begins a number of its own. */
class Accumulator {
  private total = 0;
  private current = 0;
  private last = 0;

  add(value: number, isInside = false): boolean {
    if (value >= 1000) return this.multiply(value);
    if (value === 100) return this.addHundred();
    if (!isInside && value === 20 && this.last === 4) return this.put(this.current - 4 + 80, value);
    return (isInside || !this.isTaken(value)) && this.put(this.current + value, value);
  }

  private multiply(scale: number): boolean {
    this.total += (this.current || 1) * scale;
    return this.put(0, scale);
  }

  private addHundred(): boolean {
    return this.current < 10 && this.put((this.current || 1) * 100, 100);
  }

  private put(current: number, last: number): boolean {
    this.current = current;
    this.last = last;
    return true;
  }

  get value(): number {
    return this.total + this.current;
  }

  /** `two three`; but `soixante-dix`. */
  private isTaken(value: number): boolean {
    if (value < 10) return this.current % 10 !== 0;
    if (value < 20) return this.current % 10 !== 0 || (this.current % 100 !== 0 && this.current % 100 < 60);
    return this.current % 100 !== 0;
  }
}

const splitWords = (text: string): Word[] =>
  [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].map(({ 0: word, index }) => ({
    plain: normalizeCase(word),
    start: index,
    end: index + word.length,
  }));

/** Whether two words can be of one number: only a blank or hyphen between them. */
const isNext = (text: string, a: Word, b: Word): boolean => /^[ -]$/.test(text.slice(a.end, b.start));

const ARABIC_PREFIX = /^(?:و|ال|وال|ب|بال|ل|لل)(?=.{2})/u;

/** Finds number words, ordinals, multiples and fractions of a language. */
class WordNumberFinder {
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly words: readonly Word[];

  constructor(
    private readonly text: string,
    private readonly language: string | undefined,
  ) {
    this.numbers = numberWordsOf(language);
    this.words = splitWords(text);
  }

  *find(): Generator<WordNumber> {
    for (let at = 0; at < this.words.length;) {
      const found = this.countedShareAt(at) ?? this.cardinalAt(at) ?? this.singleAt(at);
      if (found) yield found.number;
      at = found?.next ?? at + 1;
    }
  }

  /** The part says it all: `three quarters` is one number. */
  private countedShareAt(at: number): { number: WordNumber; next: number } | undefined {
    const [count, part] = [this.words[at], this.words[at + 1]];
    if (!count || !part || !COUNTS.has(count.plain) || !isNext(this.text, count, part)) return undefined;
    const number = this.ordinal(part, at + 1);
    return number?.unit === PERCENT ? { number: { ...number, start: count.start }, next: at + 2 } : undefined;
  }

  private valuesOf({ plain }: Word): number[] | undefined {
    const value = this.numbers.get(plain) ?? this.arabicValue(plain);
    if (value !== undefined) return [value];
    return this.language === undefined ? undefined : splitCompound(plain, this.language, this.numbers);
  }

  private arabicValue(plain: string): number | undefined {
    return this.language === 'ar' ? this.numbers.get(plain.replace(ARABIC_PREFIX, '')) : undefined;
  }

  private isNumber(at: number): boolean {
    const word = this.words[at];
    return word !== undefined && this.valuesOf(word) !== undefined;
  }

  private cardinalAt(first: number): { number: WordNumber; next: number } | undefined {
    const start = this.words[first];
    const values = start && this.valuesOf(start);
    if (!values || this.isArticle(values, first)) return undefined;
    const sum = new Accumulator();
    values.forEach((value) => sum.add(value, values.length > 1));
    const last = this.addRest(sum, first);
    const end = this.words[last]?.end ?? start.end;
    return { number: { start: start.start, end, value: sum.value }, next: last + 1 };
  }

  private isArticle(values: readonly number[], at: number): boolean {
    const [one, next] = [this.words[at], this.words[at + 1]];
    return values.length === 1 && values[0] === 1 && one !== undefined && !this.countsAsOne(one, next);
  }

  /** Adds the words that continue a number; the index of its last one. */
  private addRest(sum: Accumulator, first: number): number {
    let last = first;
    for (let next = this.continuation(last, sum); next !== undefined; next = this.continuation(last, sum)) {
      const word = this.words[next];
      if (!word || !this.addNext(sum, word)) break;
      last = next;
    }
    return last;
  }

  /** The index of the number word after another one, perhaps with `and` between. */
  private continuation(at: number, { value }: Accumulator): number | undefined {
    const [word, next] = [this.words[at], this.words[at + 1]];
    if (!word || !next || !isNext(this.text, word, next)) return undefined;
    return NUMBER_CONNECTORS.has(next.plain) && value >= 20 && this.isNumber(at + 2) ? at + 2 : at + 1;
  }

  private addNext(sum: Accumulator, word: Word): boolean {
    const values = this.valuesOf(word);
    const isArabicTens = this.language === 'ar' && word.plain.startsWith('و');
    return values !== undefined && values.length === 1 && sum.add(values[0] ?? 0, isArabicTens);
  }

  /** `one week`, `one hundred`; not `one of them`. */
  private countsAsOne(one: Word, next: Word | undefined): boolean {
    if (!next || !isNext(this.text, one, next)) return false;
    return this.isScale(next) || unitOfWord(next.plain) !== undefined;
  }

  private isScale(word: Word): boolean {
    return (this.numbers.get(word.plain) ?? 0) >= 100;
  }

  private singleAt(at: number): { number: WordNumber; next: number } | undefined {
    const word = this.words[at];
    if (!word) return undefined;
    const number = this.multiple(word) ?? this.ordinal(word, at) ?? this.dual(word) ?? this.article(word, at);
    return number && { number, next: at + 1 };
  }

  private multiple(word: Word): WordNumber | undefined {
    const value = MULTIPLES.get(word.plain);
    const isComparison =
      !COUNTING.has(word.plain) || /^ (?:as|the|so|plus|más|mais|tan) /iu.test(this.text.slice(word.end));
    return value === undefined ? undefined : { ...word, value, unit: TIMES, isOptional: !isComparison };
  }

  private ordinal(word: Word, at: number): WordNumber | undefined {
    const around = this.text.slice(Math.max(0, word.start - 8), word.end + 6);
    const share = SHARES.find(({ words, pattern }) => words.has(word.plain) && pattern.test(around));
    if (share) return this.share(word, share.value);
    const value = ORDINALS.get(word.plain.replace(/^ال/u, (article) => (this.language === 'ar' ? article : '')));
    const rank = this.language === 'de' ? RANK_IN_WORD.exec(word.plain)?.[0] : undefined;
    if (rank !== undefined)
      return { start: word.start, end: word.start + rank.length, value: ORDINALS.get(`${rank}e`) ?? 0, unit: ORDINAL };
    const isConnective = at === 0 && /^[,:]/.test(this.text.slice(word.end));
    return value === undefined || value === 1 || isConnective ? undefined : { ...word, value, unit: ORDINAL };
  }

  private share(word: Word, value: number): WordNumber {
    const count = COUNTED_SHARE.exec(this.text.slice(Math.max(0, word.start - 10), word.start))?.[1];
    return { ...word, value: value * (COUNTS.get(normalizeCase(count ?? '')) ?? 1), unit: PERCENT };
  }

  /** `أسبوعان`: two weeks. */
  private dual(word: Word): WordNumber | undefined {
    const single = this.language === 'ar' ? /^(.{2,})(?:ان|ين)$/u.exec(word.plain)?.[1] : undefined;
    const unit = single === undefined ? undefined : (unitOfWord(single) ?? unitOfWord(`${single.replace(/ت$/u, '')}ة`));
    return unit && { ...word, value: 2, unit };
  }

  /** `a week`: one week, if asked, but nothing that a source must say; not after a number, as in `two a day`. */
  private article(word: Word, at: number): WordNumber | undefined {
    const next = this.words[at + 1];
    if (!next || !this.articles.has(word.plain) || !isNext(this.text, word, next)) return undefined;
    const unit = unitAt(this.text.slice(word.end, next.end))?.unit;
    if (!unit || unit.dimension === 'percent' || this.isRate(word, at)) return undefined;
    return { start: word.start, end: word.end, value: 1, isOptional: true };
  }

  private get articles(): ReadonlySet<string> {
    return ARTICLES[this.language ?? 'en'] ?? NO_WORDS;
  }

  private isRate({ start }: Word, at: number): boolean {
    const isAfterFigure = /\d/.test(this.text.slice(Math.max(0, start - 24), start));
    return isAfterFigure || [3, 2, 1].some((back) => this.isNumber(at - back));
  }
}

/** `zweitgrößte`. */
const RANK_IN_WORD = /^(?:zweit|dritt|viert|funft|sechst|siebt|acht|neunt|zehnt)(?=\p{L}{3,20}ste[nmrs]?$)/u;

const NO_WORDS: ReadonlySet<string> = new Set();

/** How often something happened, unless something is compared: `twice as much`. */
const COUNTING: ReadonlySet<string> = new Set(['twice', 'thrice', 'zweimal', 'dreimal']);

export const findWordNumbers = (text: string, language: string | undefined): WordNumber[] => [
  ...findPartsOfHour(text),
  ...new WordNumberFinder(text, language).find(),
];
