import type { Alignment } from './alignment.ts';
import { isSameMeaning } from './same-word.ts';
import { type Rank, type Superlative, superlativesIn } from './superlatives.ts';
import type { Item, Tokens, WordItem } from './tokenize.ts';

/** Before what a rank is told by: `by area`, `nach Fläche`, `par la superficie`, `por superficie`, `per area`. */
const MARKERS: ReadonlySet<string> = new Set(['by', 'nach', 'par', 'por', 'per']);
/** Words between the marker and the criterion: an article. */
const REACH = 2;

interface Criterion {
  readonly at: number;
  readonly word: WordItem;
}

/** A rank and what it is told by. */
interface RankBy {
  readonly superlative: Superlative;
  readonly criterion: WordItem;
}

const isMarker = (item: Item): boolean => item.kind !== 'break' && 'plain' in item && MARKERS.has(item.plain);

const criteriaIn = ({ items }: Tokens): Criterion[] =>
  items.flatMap((item, at) => {
    if (!isMarker(item)) return [];
    const word = items.slice(at + 1, at + 1 + REACH).find(({ kind }) => kind !== 'function');
    return word?.kind === 'word' ? [{ at, word }] : [];
  });

/** Criteria stand all before their ranks, or all behind them. */
const ranksIn = (text: Tokens): RankBy[] => {
  const [criteria, superlatives] = [criteriaIn(text), superlativesIn(text)];
  const [first] = superlatives;
  if (!first) return [];
  const isBefore = (criteria[0]?.at ?? Infinity) < first.at;
  return criteria.flatMap(({ at, word }) => {
    const superlative = isBefore
      ? superlatives.find((each) => each.at > at)
      : superlatives.findLast((each) => each.at < at);
    return superlative ? [{ superlative, criterion: word }] : [];
  });
};

const isTop = (rank: Rank): boolean => rank === 'top';

/** Whether the source gives another rank by the claim's criterion: `second by area` where the claim says `first`. */
export const isRankOfAnotherCriterion = (claim: Tokens, alignments: readonly Alignment[]): boolean => {
  const stated = alignments.flatMap(({ passage }) => ranksIn(passage));
  return ranksIn(claim).some(({ superlative: { word, rank }, criterion }) => {
    const same = stated.filter(
      (each) => isSameMeaning(criterion, each.criterion) && isSameMeaning(word, each.superlative.word),
    );
    return same.length > 0 && same.every((each) => isTop(each.superlative.rank) !== isTop(rank));
  });
};
