import { CLAUSE_WORDS } from './role-words.ts';
import type { Quantity } from './quantities/quantity.ts';

/** What of the items of a text is asked here. */
interface Piece {
  readonly kind: string;
  readonly plain?: string;
  /** Of a number: its index. */
  readonly at?: number;
}

interface Counted extends Quantity {
  readonly noun: string | undefined;
}

const isYearLike = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value <= 2100;

const isBareCount = ({ noun, unit, date, values, isOptional }: Counted): boolean =>
  noun === undefined && !unit && !date && isOptional !== true && !values.some(isYearLike);

const isClauseEnd = ({ kind, plain = '' }: Piece): boolean => kind === 'break' || CLAUSE_WORDS.has(plain);

/** Whether what stands between two numbers begins another part of the sentence, with words of its own. */
const beginsClause = (between: readonly Piece[]): boolean => {
  const end = between.findIndex(isClauseEnd);
  return end >= 0 && between.slice(end + 1).some(({ kind }) => kind === 'word');
};

/** `A has 5 members and B has 7`: what is counted is said once. */
export const shareNouns = <N extends Counted>(items: readonly Piece[], numbers: readonly N[]): readonly N[] => {
  const shared = [...numbers];
  const share = (to: number, from: number): void => {
    const [bare, other] = [shared[to], shared[from]];
    if (bare && other && isBareCount(bare) && !other.unit && other.noun !== undefined)
      shared[to] = { ...bare, noun: other.noun, sharesNoun: true };
  };
  const places = items.flatMap((item, place) => (item.at !== undefined ? [{ at: item.at, place }] : []));
  places.forEach(({ at, place }, index) => {
    const next = places[index + 1];
    if (!next || !beginsClause(items.slice(place + 1, next.place))) return;
    share(next.at, at);
    share(at, next.at);
  });
  return shared;
};
