import type { Quantity } from './quantities/quantity.ts';

/** What of the items of a text is asked here. */
interface Piece {
  readonly kind: string;
  readonly meanings?: readonly string[];
  /** Of a number: its index. */
  readonly at?: number;
}

const FALLS: ReadonlySet<string> = new Set(['fall', 'reduce', 'loss', 'less', 'worsen', 'lose', 'shorten']);
const REACH = 6;

/** `fell by 5 %`: what other texts write as `-5 %`. */
export const markFalls = <N extends Quantity>(items: readonly Piece[], numbers: readonly N[]): readonly N[] => {
  const marked = [...numbers];
  items.forEach(({ at }, place) => {
    const number = at === undefined ? undefined : marked[at];
    const around = items.slice(Math.max(0, place - REACH), place + REACH + 1);
    const isFall = around.some(({ meanings = [] }) => meanings.some((meaning) => FALLS.has(meaning)));
    if (number && at !== undefined && isFall) marked[at] = { ...number, isFall };
  });
  return marked;
};
