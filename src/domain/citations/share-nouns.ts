import { CLAUSE_WORDS } from './role-words.ts';
import type { Item, NumberToken } from './tokenize.ts';

const isYearLike = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value <= 2100;

const isBareCount = ({ noun, unit, date, values, isOptional }: NumberToken): boolean =>
  noun === undefined && !unit && !date && isOptional !== true && !values.some(isYearLike);

const isClauseEnd = (item: Item): boolean => item.kind === 'break' || ('plain' in item && CLAUSE_WORDS.has(item.plain));

/** Whether what stands between two numbers begins another part of the sentence, with words of its own. */
const beginsClause = (between: readonly Item[]): boolean => {
  const end = between.findIndex(isClauseEnd);
  return end >= 0 && between.slice(end + 1).some(({ kind }) => kind === 'word');
};

/** `A has 5 members and B has 7`: what is counted is said once. */
export const shareNouns = (items: readonly Item[], numbers: readonly NumberToken[]): readonly NumberToken[] => {
  const shared = [...numbers];
  const share = (to: number, from: number): void => {
    const [bare, other] = [shared[to], shared[from]];
    if (bare && other && isBareCount(bare) && !other.unit && other.noun !== undefined)
      shared[to] = { ...bare, noun: other.noun, sharesNoun: true };
  };
  const places = items.flatMap((item, place) => (item.kind === 'number' ? [{ at: item.at, place }] : []));
  places.forEach(({ at, place }, index) => {
    const next = places[index + 1];
    if (!next || !beginsClause(items.slice(place + 1, next.place))) return;
    share(next.at, at);
    share(at, next.at);
  });
  return shared;
};
