const MAX_TARGET_LENGTH = 2048;

interface OpenParenthesis {
  readonly at: number;
  /** Levels of parentheses within it. */
  depth: number;
}

/**
 * The end of each parenthesis that can be a link's target, by its beginning: limited in length, with at most one nested
 * level. In linear time, also with many that are never closed.
 */
export const findTargetEnds = (text: string): Map<number, number> => {
  const ends = new Map<number, number>();
  const open: OpenParenthesis[] = [];
  for (const { 0: character, index } of text.matchAll(/[()]/g)) {
    if (character === '(') {
      open.push({ at: index, depth: 0 });
      continue;
    }
    const closed = open.pop();
    if (!closed) continue;
    const parent = open.at(-1);
    if (parent) parent.depth = Math.max(parent.depth, closed.depth + 1);
    if (closed.depth <= 1 && index - closed.at <= MAX_TARGET_LENGTH) ends.set(closed.at, index + 1);
  }
  return ends;
};
