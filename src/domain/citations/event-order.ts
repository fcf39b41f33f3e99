import type { Item, Tokens } from './tokenize.ts';

type Keys = ReadonlySet<string>;

const plainOf = (item: Item | undefined): string => (item && 'plain' in item ? item.plain : '');

/** What comes first of two events: the words after `before` are the later one. */
interface Sequence {
  readonly earlier: Keys;
  readonly later: Keys;
}

const isOrderWord = (item: Item, words: Keys): boolean =>
  words.has(plainOf(item)) || ('key' in item && words.has(item.key));

const BEFORE: Keys = new Set(['before', 'bevor', 'vor', 'ehe', 'avant', 'antes', 'prima', 'voordat', 'prior']);
const AFTER: Keys = new Set(['after', 'nachdem', 'nach', 'apres', 'despues', 'tras', 'dopo', 'depois', 'nadat']);

const sequenceOf = ({ items }: Tokens): Sequence | undefined => {
  const at = items.findIndex((item) => isOrderWord(item, BEFORE) || isOrderWord(item, AFTER));
  const word = items[at];
  if (!word) return undefined;
  const stop = items.findIndex((item, index) => index > at && item.kind === 'break');
  const isInside = (index: number): boolean => index > at && (stop < 0 || index < stop);
  const keys = (inside: boolean): Keys =>
    new Set(
      items.flatMap((item, index) =>
        item.kind === 'word' && index !== at && isInside(index) === inside ? [item.key] : [],
      ),
    );
  const [object, main] = [keys(true), keys(false)];
  return isOrderWord(word, BEFORE) ? { earlier: main, later: object } : { earlier: object, later: main };
};

const crosses = (a: Keys, b: Keys, own: Keys): boolean => [...a].some((key) => b.has(key) && !own.has(key));

/** Whether both texts say what came before what: in the same order, or reversed; undefined where one does not. */
export const compareSequences = (claim: Tokens, source: Tokens): 'same' | 'reversed' | undefined => {
  const [claimed, stated] = [sequenceOf(claim), sequenceOf(source)];
  if (!claimed || !stated) return undefined;
  const isReversed =
    crosses(claimed.later, stated.earlier, stated.later) && crosses(claimed.earlier, stated.later, stated.earlier);
  return isReversed ? 'reversed' : 'same';
};

/** What stands on either side of `than`. */
interface Comparison {
  readonly before: Keys;
  readonly after: Keys;
}

/** Whether two things stand on opposite sides of `than`. */
export const isComparisonReversed = (claim: Tokens, source: Tokens): boolean => {
  const sides = ({ items }: Tokens): Comparison | undefined => {
    const at = items.findIndex((item) => THAN.has(plainOf(item)));
    if (at < 1) return undefined;
    const keys = (part: readonly Item[]): Keys =>
      new Set(part.flatMap((item) => (item.kind === 'word' ? [item.key] : [])));
    return { before: keys(items.slice(0, at)), after: keys(items.slice(at + 1)) };
  };
  const [claimed, stated] = [sides(claim), sides(source)];
  return (
    claimed !== undefined &&
    stated !== undefined &&
    crosses(claimed.after, stated.before, stated.after) &&
    crosses(claimed.before, stated.after, stated.before)
  );
};

const THAN: Keys = new Set(['than', 'als', 'que', 'dan', 'che']);
