import { quantitiesAgree } from './quantities/quantities-agree.ts';
import { CLAUSE_WORDS } from './role-words.ts';
import { isSameMeaning, isSameWord } from './same-word.ts';
import type { Item, NumberToken, Tokens, WordItem } from './tokenize.ts';

/** A comma or `and` is some words wide. */
const BREAK_WIDTH = 3;
const REACH = 3;
/** What is further away says nothing of a thing. */
const MAX_DISTANCE = 14;

const isBreak = (item: Item): boolean => item.kind === 'break' || ('plain' in item && CLAUSE_WORDS.has(item.plain));

const positionsOf = (items: readonly Item[]): number[] => {
  let at = 0;
  return items.map((item) => (at += isBreak(item) ? BREAK_WIDTH : 1));
};

const nearness = (distance: number): number => REACH / (REACH - 1 + Math.abs(distance));

const matchesOf = (word: WordItem, items: readonly Item[]): number[] =>
  items.flatMap((item, at) => (item.kind === 'word' && isSameMeaning(word, item) ? [at] : []));

const numberMatches = (number: NumberToken | undefined, { items, numbers }: Tokens): number[] =>
  items.flatMap((item, at) => {
    const stated = item.kind === 'number' ? numbers[item.at] : undefined;
    return number && stated && quantitiesAgree(number, stated) ? [at] : [];
  });

interface ClauseSpan {
  readonly start: number;
  readonly end: number;
}

/** The words that a claim shares with a passage, and where they stand. */
export class Alignment {
  private readonly claimed: readonly number[];
  private readonly stated: readonly number[];
  /** By the first item of a clause. */
  private readonly coverages = new Map<number, number>();
  /** For each item of the claim the items of the passage that mean the same. */
  private readonly same: readonly (readonly number[])[];

  constructor(
    readonly claim: Tokens,
    readonly passage: Tokens,
  ) {
    this.claimed = positionsOf(claim.items);
    this.stated = positionsOf(passage.items);
    this.same = claim.items.map((item) => {
      if (item.kind === 'word') return matchesOf(item, passage.items);
      return item.kind === 'number' ? numberMatches(claim.numbers[item.at], passage) : [];
    });
  }

  /** Share of the words of the claim's clause around an item that are in the passage. */
  coverage(at: number): number {
    const { items } = this.claim;
    const start = items.findLastIndex((item, index) => index < at && isBreak(item)) + 1;
    const cached = this.coverages.get(start);
    if (cached !== undefined) return cached;
    const stop = items.findIndex((item, index) => index > at && isBreak(item));
    const clause = items.slice(start, stop < 0 ? items.length : stop);
    const words = clause.flatMap((item, index) => (item.kind === 'word' ? [this.same[start + index] ?? []] : []));
    const coverage = words.length < 3 ? 0 : words.filter(({ length }) => length > 0).length / words.length;
    this.coverages.set(start, coverage);
    return coverage;
  }

  /** How much of what stands around an item of the claim stands around one of the passage. */
  shared(claimAt: number, statedAt: number, isContext: (item: WordItem) => boolean = () => true): number {
    const shared = new Map<number, number>();
    for (const at of this.around(claimAt)) {
      const context = this.contextWeight(claimAt, at, isContext);
      const nearest = context === 0 ? undefined : this.nearestMatch(this.same[at] ?? [], statedAt);
      if (nearest === undefined) continue;
      const near = this.isSharedNoun(at, statedAt) ? nearness(1) : this.nearStated(nearest, statedAt);
      shared.set(nearest, Math.max(shared.get(nearest) ?? 0, context * near));
    }
    return [...shared.values()].reduce((sum, each) => sum + each, 0);
  }

  /** What `shared` would be if everything that the passage has stood beside the item. */
  mostShared(claimAt: number): number {
    return this.around(claimAt)
      .filter((at) => (this.same[at]?.length ?? 0) > 0)
      .reduce((sum, at) => sum + this.contextWeight(claimAt, at, () => true), 0);
  }

  /** Items of the claim that the passage has. */
  matchedItems(): Set<number> {
    return new Set(this.same.flatMap(({ length }, at) => (length > 0 ? [at] : [])));
  }

  /** Items of the passage that mean the same as those of the claim within a distance. */
  matchesAround(claimAt: number, before: number, after: number): number[][] {
    return this.same.flatMap((matches, at) => {
      const distance = (this.claimed[at] ?? 0) - (this.claimed[claimAt] ?? 0);
      return this.claim.items[at]?.kind === 'word' && distance !== 0 && distance >= -before && distance <= after
        ? [[...matches]]
        : [];
    });
  }

  /**
   * Whether words of the claim stand in the clause of one item of the passage, and not in that of another; with
   * `isShared` those that stand ahead of the item count for both.
   */
  hasOwnWords(statedAt: number, otherAt: number, isShared = false): boolean {
    const [clause, other] = [this.clauseOf(statedAt), this.clauseOf(otherAt)];
    if (clause.start === other.start) return false;
    const own = isShared ? { ...clause, start: statedAt } : clause;
    const isIn = ({ start, end }: ClauseSpan, at: number): boolean => at >= start && at < end;
    return this.same.some(
      (matches) => matches.some((at) => at !== statedAt && isIn(own, at)) && !matches.some((at) => isIn(other, at)),
    );
  }

  private clauseOf(statedAt: number): ClauseSpan {
    const { items } = this.passage;
    const stop = items.findIndex((item, index) => index > statedAt && isBreak(item));
    const start = items.findLastIndex((item, index) => index < statedAt && isBreak(item)) + 1;
    return { start, end: stop < 0 ? items.length : stop };
  }

  distance(a: number, b: number): number {
    return Math.abs((this.stated[a] ?? 0) - (this.stated[b] ?? 0));
  }

  /** The items of the claim that are near enough to say something of one; no two stand at the same position. */
  private around(claimAt: number): number[] {
    const first = Math.max(0, claimAt - MAX_DISTANCE);
    const last = Math.min(this.claim.items.length - 1, claimAt + MAX_DISTANCE);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  /** The match beside an item of the passage; of two the first. Matches are in order. */
  private nearestMatch(matches: readonly number[], statedAt: number): number | undefined {
    let [low, high] = [0, matches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[middle] ?? 0) < statedAt) low = middle + 1;
      else high = middle;
    }
    const before = matches[low - 1];
    const after = matches[low] === statedAt ? matches[low + 1] : matches[low];
    if (before === undefined || after === undefined) return before ?? after;
    return this.distance(after, statedAt) < this.distance(before, statedAt) ? after : before;
  }

  /** `A has 5 members and B has 7`: the members are beside both numbers. */
  private isSharedNoun(at: number, statedAt: number): boolean {
    const [word, stated] = [this.claim.items[at], this.passage.items[statedAt]];
    const number = stated?.kind === 'number' ? this.passage.numbers[stated.at] : undefined;
    if (word?.kind !== 'word' || number?.sharesNoun !== true || number.noun === undefined) return false;
    return isSameWord(word.key, number.noun);
  }

  private nearStated(match: number, statedAt: number): number {
    return nearness(this.distance(match, statedAt));
  }

  private contextWeight(claimAt: number, at: number, isContext: (item: WordItem) => boolean): number {
    const item = this.claim.items[at];
    const distance = (this.claimed[at] ?? 0) - (this.claimed[claimAt] ?? 0);
    if (at === claimAt || Math.abs(distance) > MAX_DISTANCE) return 0;
    if (item?.kind === 'number') return nearness(distance);
    return item?.kind === 'word' && isContext(item) ? item.weight * nearness(distance) : 0;
  }
}
