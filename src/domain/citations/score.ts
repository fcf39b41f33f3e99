import { MAX_PASSAGE_CHARACTERS, type SourceIndex, type SourcePassage } from './source-index.ts';
import { isMisattributed } from './attribution.ts';
import { isOfAnotherCell } from './other-cell.ts';
import { isDenied } from './polarity.ts';
import { type ContradictionContext, contradicts, contradictsNumbers } from './contradictions.ts';
import { quantitiesAgree } from './quantities/quantities-agree.ts';
import { isDerivable } from './quantities/derive.ts';
import { type NumberToken, type Tokens, tokenize } from './tokenize.ts';

/** How well a source supports a claim. */
export interface Support {
  readonly isSupported: boolean;
  /** Undecided: no contradiction, but too few matching words. */
  readonly open: boolean;
  /** Share of the claim's words and numbers in the passage, 0 to 1. */
  readonly share: number;
  readonly passage: string;
  /** Indices of matched words, then of matched numbers. */
  readonly found: ReadonlySet<number>;
  readonly contradicted: boolean;
  /** It says another number of the same thing: that needs no meaning to be told. */
  readonly numbersContradict: boolean;
  /** The sentence of the source with the most of the claim's words. */
  readonly closest: string;
}

const NUMBER_WEIGHT = 1.2;
/** Sentences per passage. */
const MAX_PASSAGES = 4;
const MAX_WINDOWS = 6;

interface Window {
  readonly first: number;
  readonly last: number;
  readonly found: ReadonlySet<number>;
  readonly share: number;
}

const tokenWeights = ({ words, numbers: figures }: Tokens): number[] => [
  ...words.map(({ weight }) => weight),
  ...figures.map(({ isOptional }) => (isOptional ? 0 : NUMBER_WEIGHT)),
];
const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

/** Matched words and numbers of the claim, by passage index. */
const findHits = ({ words, numbers: figures }: Tokens, source: SourceIndex): Map<number, Set<number>> => {
  const hits = new Map<number, Set<number>>();
  const hit = (passage: number, at: number): void => void hits.set(passage, (hits.get(passage) ?? new Set()).add(at));
  words.forEach((word, at) => {
    for (const passage of source.find(word)) hit(passage, at);
  });
  const stated = figures.map((figure) => source.findNumber(figure));
  source.passages.forEach((_, passage) =>
    stated.forEach((passages, at) => {
      if (passages.has(passage)) hit(passage, words.length + at);
    }),
  );
  return hits;
};

/** The best runs of neighbouring sentences; of equals the shorter one. */
const bestWindows = (
  source: SourceIndex,
  hits: ReadonlyMap<number, ReadonlySet<number>>,
  weights: readonly number[],
): Window[] => {
  const total = sum(weights) || 1;
  const windows: Window[] = [];
  for (const first of hits.keys()) {
    const found = new Set<number>();
    for (let last = first; last < first + MAX_PASSAGES; last += 1) {
      const [from, to] = [source.passages[first], source.passages[last]];
      if (!from || !to || to.end - from.start > MAX_PASSAGE_CHARACTERS) break;
      for (const at of hits.get(last) ?? []) found.add(at);
      const share = sum([...found].map((at) => weights[at] ?? 0)) / total;
      windows.push({ first, last, found: new Set(found), share });
    }
  }
  return windows.toSorted((a, b) => b.share - a.share || a.last - a.first - (b.last - b.first)).slice(0, MAX_WINDOWS);
};

const NO_PASSAGE: SourcePassage = { start: 0, end: 0, tokens: tokenize('', undefined), cells: [] };

/** The sentence of a window with the most of the claim's words, and their share. */
const closestPassage = (
  { words }: Tokens,
  source: SourceIndex,
  window: Window,
  hits: ReadonlyMap<number, ReadonlySet<number>>,
): { passage: SourcePassage; share: number } => {
  const countWords = (at: number): number => [...(hits.get(at) ?? [])].filter((index) => index < words.length).length;
  const countAll = (at: number): number => hits.get(at)?.size ?? 0;
  const within = Array.from({ length: window.last - window.first + 1 }, (_, at) => window.first + at);
  const [at = window.first] = within.toSorted((a, b) => countWords(b) - countWords(a) || countAll(b) - countAll(a));
  return { passage: source.passages[at] ?? NO_PASSAGE, share: countWords(at) / (words.length || 1) };
};

/**
 * Indices of months, weekdays and capitalised words within a sentence; the last not for German,
 * which capitalises every noun.
 */
export const findNames = ({ words }: Tokens, language: string | undefined): number[] =>
  words.flatMap(({ key, isCapitalised, first }, at) => {
    if (key.startsWith('@')) return [at];
    return language !== 'de' && isCapitalised && (!first || words[at + 1]?.isCapitalised === true) ? [at] : [];
  });

/** Short claims need nearly all words; longer ones may be paraphrased. */
const minShare = (count: number): number => (count <= 3 ? 0.75 : count <= 6 ? 0.6 : 0.5);

/** Matches elsewhere in the source count a little: a subject is named once and is `it` afterwards. */
const elsewhereCredit = (claim: Tokens, source: SourceIndex, window: Window): number => {
  const weights = tokenWeights(claim);
  const elsewhere = claim.words.map((word, at) => {
    if (window.found.has(at) || source.find(word).size === 0) return 0;
    const titled = source.title.words.some(({ key }) => key === word.key);
    return (weights[at] ?? 0) * (word.isCapitalised || titled ? 0.6 : 0.25);
  });
  return sum(elsewhere) / (sum(weights) || 1);
};

const NO_SUPPORT: Support = {
  isSupported: false,
  open: false,
  share: 0,
  passage: '',
  found: new Set(),
  contradicted: false,
  numbersContradict: false,
  closest: '',
};

/** What holds for all windows. */
interface Facts {
  readonly hits: ReadonlyMap<number, ReadonlySet<number>>;
  readonly names: readonly number[];
  readonly foreign: boolean;
  readonly isMisattributed: boolean;
}

/** Whether the numbers and names of a claim are there, the numbers in the window. */
const hasAnchors = (claim: Tokens, source: SourceIndex, { found }: Window, names: readonly number[]): boolean => {
  const numbersFound = claim.numbers.every(
    ({ isOptional }, at) => isOptional === true || found.has(claim.words.length + at),
  );
  const isNamed = (at: number): boolean =>
    found.has(at) || source.find(claim.words[at] ?? { key: '', meanings: [] }).size > 0;
  return numbersFound && names.every(isNamed);
};

/** From here on a window is about the same, and may contradict. */
const MIN_DENIED_SHARE = 0.3;
const MIN_CONTRADICTED_SHARE = 0.35;

const isContradicted = (claim: Tokens, stated: Tokens, share: number, context: ContradictionContext): boolean =>
  (share >= MIN_CONTRADICTED_SHARE && contradicts(claim, stated, context)) ||
  (share >= MIN_DENIED_SHARE && isDenied(claim, stated));

/** Another language leaves fewer words to find: two numbers or names are enough. */
const MIN_FOREIGN_SHARE = 0.45;

const isEnough = (claim: Tokens, found: number, share: number, { names, foreign }: Facts): boolean => {
  const required = claim.numbers.filter(({ isOptional }) => !isOptional).length;
  if (!foreign) return share >= minShare(claim.words.length + required);
  return (found >= 2 && required + names.length >= 2) || (found >= 3 && share >= MIN_FOREIGN_SHARE);
};

const scoreWindow = (claim: Tokens, source: SourceIndex, window: Window, facts: Facts): Support => {
  const { passage: stated, share: closeness } = closestPassage(claim, source, window, facts.hits);
  const context = { foreign: facts.foreign, share: closeness };
  const contradicted = facts.isMisattributed || isContradicted(claim, stated.tokens, window.share, context);
  const open = !contradicted && hasAnchors(claim, source, window, facts.names);
  const share = window.share + elsewhereCredit(claim, source, window);
  return {
    isSupported: open && isEnough(claim, window.found.size, share, facts),
    open,
    share,
    passage: source.textAround(window.first, window.last),
    found: window.found,
    contradicted,
    numbersContradict: window.share >= MIN_CONTRADICTED_SHARE && contradictsNumbers(claim, stated.tokens, closeness),
    closest: source.text.slice(stated.start, stated.end).trim(),
  };
};

/** Passages with other numbers and names are looked for among so many. */
const MAX_RIVALS = 24;
/** Each cell of a row is one. */
const MAX_STATEMENTS = 96;

/** Passages with the most of the claim first. */
const byHits = (hits: ReadonlyMap<number, ReadonlySet<number>>): number[] =>
  [...hits].toSorted(([, a], [, b]) => b.size - a.size).map(([at]) => at);

/** The claim without the numbers that follow from those of a passage with most of its words. */
const withoutDerived = (claim: Tokens, source: SourceIndex, hits: ReadonlyMap<number, ReadonlySet<number>>): Tokens => {
  const isStated = (number: NumberToken): boolean =>
    source.passages.some(({ tokens }) => tokens.numbers.some((each) => quantitiesAgree(number, each)));
  if (claim.numbers.every((number) => number.isOptional || isStated(number))) return claim;
  const stated = byHits(hits)
    .slice(0, 2)
    .map((at) => source.passages[at]?.tokens.numbers ?? []);
  const isOptional = (number: NumberToken): boolean =>
    !isStated(number) && stated.some((numbers) => isDerivable(number, claim.numbers, numbers));
  return {
    ...claim,
    numbers: claim.numbers.map((number) => (isOptional(number) ? { ...number, isOptional: true } : number)),
  };
};

const factsOf = (claim: Tokens, source: SourceIndex, language: string | undefined, hits: Facts['hits']): Facts => {
  const foreign = language !== undefined && source.language !== undefined && language !== source.language;
  const nearest = byHits(hits).slice(0, MAX_RIVALS);
  const { prose, cells } = source.statementsOf(nearest, MAX_STATEMENTS);
  const isElsewhere = isMisattributed(claim, [...prose, ...cells]) || isOfAnotherCell(claim, cells, prose);
  return { hits, names: findNames(claim, language), foreign, isMisattributed: isElsewhere };
};

/** By the best passage; `language` is that of the claim. */
export const scoreSupport = (whole: Tokens, source: SourceIndex, language: string | undefined): Support => {
  const hits = findHits(whole, source);
  const claim = withoutDerived(whole, source, hits);
  const facts = factsOf(claim, source, language, hits);
  const scored = bestWindows(source, hits, tokenWeights(claim)).map((window) =>
    scoreWindow(claim, source, window, facts),
  );
  const best = scored[0] ?? NO_SUPPORT;
  const supported = scored.find(({ isSupported }) => isSupported);
  // A contradiction in nearly the same words outweighs weaker support elsewhere.
  if (best.contradicted && best.share > (supported?.share ?? 0)) return best;
  return supported ?? scored.find(({ open }) => open) ?? best;
};
