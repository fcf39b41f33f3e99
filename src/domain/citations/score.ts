import { MAX_PASSAGE_CHARACTERS, type SourceIndex, type SourcePassage } from './source-index.ts';
import { contradicts } from './contradictions.ts';
import { quantitiesAgree } from './quantities/find-quantities.ts';
import { type Tokens, tokenize } from './tokenize.ts';

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
  if (figures.length > 0) {
    source.passages.forEach(({ tokens }, passage) =>
      figures.forEach((figure, at) => {
        if (tokens.numbers.some((each) => quantitiesAgree(figure, each))) hit(passage, words.length + at);
      }),
    );
  }
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

const NO_PASSAGE: SourcePassage = { start: 0, end: 0, tokens: tokenize('', undefined) };

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

/** Indices of months, weekdays and capitalised words within a sentence; the last not for German, which capitalises every noun. */
const findNames = ({ words }: Tokens, language: string | undefined): number[] =>
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
  closest: '',
};

const scoreWindow = (
  claim: Tokens,
  source: SourceIndex,
  window: Window,
  facts: { hits: ReadonlyMap<number, ReadonlySet<number>>; names: readonly number[]; foreign: boolean },
): Support => {
  const required = claim.numbers.filter(({ isOptional }) => !isOptional).length;
  const count = claim.words.length + required;
  const numbersFound = claim.numbers.every(
    ({ isOptional }, at) => isOptional === true || window.found.has(claim.words.length + at),
  );
  const namesFound = facts.names.every(
    (at) => window.found.has(at) || source.find(claim.words[at] ?? { key: '' }).size > 0,
  );
  const { passage: stated, share: closeness } = closestPassage(claim, source, window, facts.hits);
  const context = { foreign: facts.foreign, share: closeness };
  const contradicted = window.share >= 0.35 && contradicts(claim, stated.tokens, context);
  const open = numbersFound && namesFound && !contradicted;
  const anchors = required + facts.names.length;
  const foreignSupported = anchors >= 2 && window.found.size >= 2;
  const share = window.share + elsewhereCredit(claim, source, window);
  const [from, to] = [source.passages[window.first], source.passages[window.last]];
  const passage = from && to ? source.text.slice(from.start, to.end).trim() : '';
  return {
    isSupported: open && (facts.foreign ? foreignSupported : share >= minShare(count)),
    open,
    share,
    passage,
    found: window.found,
    contradicted,
    closest: source.text.slice(stated.start, stated.end).trim(),
  };
};

/** By the best passage; `language` is that of the claim. */
export const scoreSupport = (claim: Tokens, source: SourceIndex, language: string | undefined): Support => {
  const hits = findHits(claim, source);
  const foreign = language !== undefined && source.language !== undefined && language !== source.language;
  const facts = { hits, names: findNames(claim, language), foreign };
  const scored = bestWindows(source, hits, tokenWeights(claim)).map((window) =>
    scoreWindow(claim, source, window, facts),
  );
  const nearest = scored[0] ?? NO_SUPPORT;
  const supported = scored.find(({ isSupported }) => isSupported);
  // A contradiction in nearly the same words outweighs weaker support elsewhere.
  if (nearest.contradicted && nearest.share > (supported?.share ?? 0)) return nearest;
  return supported ?? scored.find(({ open }) => open) ?? nearest;
};

const CLAUSES = /[,;،、，；]\s|\s[–—]\s|\s(?:and|but|while|und|aber|et|mais|y|pero|e|и)\s/u;

/** Scores each part of a sentence that combines facts from several places of a source. */
export const scoreParts = (
  text: string,
  claim: Tokens,
  source: SourceIndex,
  language: string | undefined,
): Support | undefined => {
  const parts = text
    .split(CLAUSES)
    .map((part) => tokenize(part, language))
    .filter(({ words, numbers: figures }) => words.length + figures.length > 0);
  const solid = parts.every(({ words, numbers: figures }) => words.length + figures.length >= 2);
  if (parts.length < 2 || parts.length > 8 || !solid) return undefined;
  const supports = parts.map((part) => scoreSupport(part, source, language));
  const namesFound = findNames(claim, language).every((at) => source.find(claim.words[at] ?? { key: '' }).size > 0);
  if (!namesFound || supports.some(({ isSupported }) => !isSupported)) return undefined;
  return supports.toSorted((a, b) => b.found.size - a.found.size)[0];
};
