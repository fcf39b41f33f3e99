import { PASSAGE_LENGTH, type SourceIndex } from './source-index.ts';
import { OPPOSITES } from './word-lists.ts';
import { agrees, type Word, type Words, wordsOf } from './words.ts';

/** How far a source carries a claim. */
export interface Support {
  readonly holds: boolean;
  /** It could hold: nothing speaks against it, the words are too few. */
  readonly open: boolean;
  /** Share of the claim's words and numbers that are in the passage, 0 to 1. */
  readonly share: number;
  readonly passage: string;
  /** Which words (by place) and numbers (after the words) were found. */
  readonly found: ReadonlySet<number>;
  readonly contradicted: boolean;
}

const FIGURE_WEIGHT = 1.2;
/** A passage is at most so many sentences. */
const MOST_PIECES = 4;
const TRIED = 6;

interface Window {
  readonly first: number;
  readonly last: number;
  readonly found: ReadonlySet<number>;
  readonly share: number;
}

const weightsOf = ({ words, figures }: Words): number[] => [
  ...words.map(({ weight }) => weight),
  ...figures.map(() => FIGURE_WEIGHT),
];
const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

/** For each piece of the source that has something of the claim: what. */
const hitsOf = ({ words, figures }: Words, source: SourceIndex): Map<number, Set<number>> => {
  const hits = new Map<number, Set<number>>();
  const hit = (piece: number, at: number): void => void hits.set(piece, (hits.get(piece) ?? new Set()).add(at));
  words.forEach((word, at) => {
    for (const piece of source.having(word)) hit(piece, at);
  });
  if (figures.length > 0) {
    source.pieces.forEach(({ said }, piece) =>
      figures.forEach((figure, at) => {
        const told =
          said.figures.some((each) => agrees(figure, each)) ||
          figure.values.some((value) => said.words.some(({ key }) => key === `#${value}`));
        if (told) hit(piece, words.length + at);
      }),
    );
  }
  return hits;
};

/** The best runs of neighbouring sentences that fit a passage; of equals the shorter one. */
const windowsOf = (
  source: SourceIndex,
  hits: ReadonlyMap<number, ReadonlySet<number>>,
  weights: readonly number[],
): Window[] => {
  const total = sum(weights) || 1;
  const windows: Window[] = [];
  for (const first of hits.keys()) {
    const found = new Set<number>();
    for (let last = first; last < first + MOST_PIECES; last += 1) {
      const [from, to] = [source.pieces[first], source.pieces[last]];
      if (!from || !to || to.end - from.start > PASSAGE_LENGTH) break;
      for (const at of hits.get(last) ?? []) found.add(at);
      windows.push({
        first,
        last,
        found: new Set(found),
        share: sum([...found].map((at) => weights[at] ?? 0)) / total,
      });
    }
  }
  return windows.toSorted((a, b) => b.share - a.share || a.last - a.first - (b.last - b.first)).slice(0, TRIED);
};

const speaksAgainst = (
  claim: Words,
  source: SourceIndex,
  window: Window,
  hits: ReadonlyMap<number, ReadonlySet<number>>,
): boolean => {
  const within = Array.from({ length: window.last - window.first + 1 }, (_, at) => window.first + at);
  const closest = within.toSorted((a, b) => (hits.get(b)?.size ?? 0) - (hits.get(a)?.size ?? 0))[0] ?? window.first;
  const piece = source.pieces[closest]?.said;
  if (!piece) return false;
  if (piece.negated !== claim.negated) return true;
  const has = (words: readonly Word[], key: string): boolean => words.some((word) => word.key === `=${key}`);
  const isOpposite = (one: string, other: string): boolean =>
    has(claim.words, one) && !has(claim.words, other) && has(piece.words, other) && !has(piece.words, one);
  return OPPOSITES.some(([one, other]) => isOpposite(one, other) || isOpposite(other, one));
};

/** Words of a name: capitals within a sentence. In German every noun has one, so there they prove nothing. */
const namesOf = ({ words }: Words, language: string | undefined): number[] =>
  language === 'de'
    ? []
    : words.flatMap(({ capital, first }, at) => (capital && (!first || words[at + 1]?.capital === true) ? [at] : []));

/** Few words must nearly all be there; of many, some may be said in other words. */
const shareNeeded = (count: number): number => (count <= 3 ? 0.75 : count <= 6 ? 0.6 : 0.5);

/** What is elsewhere in the source counts a little: a subject is named once and is `it` from then on. */
const credit = (claim: Words, source: SourceIndex, window: Window): number => {
  const weights = weightsOf(claim);
  const elsewhere = claim.words.map((word, at) => {
    if (window.found.has(at) || source.having(word).size === 0) return 0;
    const titled = source.title.words.some(({ key }) => key === word.key);
    return (weights[at] ?? 0) * (word.capital || titled ? 0.6 : 0.25);
  });
  return sum(elsewhere) / (sum(weights) || 1);
};

const NONE: Support = { holds: false, open: false, share: 0, passage: '', found: new Set(), contradicted: false };

const weigh = (
  claim: Words,
  source: SourceIndex,
  window: Window,
  facts: { hits: ReadonlyMap<number, ReadonlySet<number>>; names: readonly number[]; foreign: boolean },
): Support => {
  const count = claim.words.length + claim.figures.length;
  const figuresHold = claim.figures.every((_, at) => window.found.has(claim.words.length + at));
  const namesHold = facts.names.every(
    (at) => window.found.has(at) || source.having(claim.words[at] ?? { key: '' }).size > 0,
  );
  const contradicted = !facts.foreign && window.share >= 0.35 && speaksAgainst(claim, source, window, facts.hits);
  const open = figuresHold && namesHold && !contradicted;
  const anchors = claim.figures.length + facts.names.length;
  const foreignHolds = anchors >= 2 && window.found.size >= 2;
  const share = window.share + credit(claim, source, window);
  const [from, to] = [source.pieces[window.first], source.pieces[window.last]];
  const passage = from && to ? source.text.slice(from.start, to.end).trim() : '';
  return {
    holds: open && (facts.foreign ? foreignHolds : share >= shareNeeded(count)),
    open,
    share,
    passage,
    found: window.found,
    contradicted,
  };
};

/** How well one source carries what is claimed, by its best passage; `language` is that of the claim. */
export const supportOf = (claim: Words, source: SourceIndex, language: string | undefined): Support => {
  const hits = hitsOf(claim, source);
  const foreign = language !== undefined && source.language !== undefined && language !== source.language;
  const facts = { hits, names: namesOf(claim, language), foreign };
  const tried = windowsOf(source, hits, weightsOf(claim)).map((window) => weigh(claim, source, window, facts));
  const nearest = tried[0] ?? NONE;
  const holding = tried.find(({ holds }) => holds);
  // What says the opposite in nearly the same words outweighs what says something like it elsewhere.
  if (nearest.contradicted && nearest.share > (holding?.share ?? 0)) return nearest;
  return holding ?? tried.find(({ open }) => open) ?? nearest;
};

const CLAUSES = /[,;،、，；]\s|\s[–—]\s|\s(?:and|but|while|und|aber|et|mais|y|pero|e|и)\s/u;

/** A sentence that gathers facts from all over a source: each of its parts must be found for itself. */
export const supportOfParts = (
  text: string,
  claim: Words,
  source: SourceIndex,
  language: string | undefined,
): Support | undefined => {
  const parts = text
    .split(CLAUSES)
    .map((part) => wordsOf(part))
    .filter(({ words, figures }) => words.length + figures.length > 0);
  const solid = parts.every(({ words, figures }) => words.length + figures.length >= 2);
  if (parts.length < 2 || parts.length > 8 || !solid) return undefined;
  const supports = parts.map((part) => supportOf(part, source, language));
  const named = namesOf(claim, language).every((at) => source.having(claim.words[at] ?? { key: '' }).size > 0);
  if (!named || supports.some(({ holds }) => !holds)) return undefined;
  return supports.toSorted((a, b) => b.found.size - a.found.size)[0];
};
