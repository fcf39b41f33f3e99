/** A part of a text, what takes its place, and what is selected afterwards. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly selection: readonly [number, number];
}

const INDENT = '  ';
const LEADING = /^(?: {1,2}|\t)/;

/** What the tab key does: at a place it puts two spaces in; of selected lines it moves each, back with `isBack`. */
export const changeIndent = (text: string, [start, end]: readonly [number, number], isBack: boolean): Replacement => {
  if (!isBack && !text.slice(start, end).includes('\n'))
    return { from: start, to: end, text: INDENT, selection: [start + INDENT.length, start + INDENT.length] };
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lines = text.slice(from, end).split('\n');
  const moved = lines.map((line, at) => {
    if (isBack) return line.replace(LEADING, '');
    const isOnlyTouched = at > 0 && at === lines.length - 1 && line === '';
    return isOnlyTouched ? line : INDENT + line;
  });
  const by = (moved[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  const replaced = moved.join('\n');
  return { from, to: end, text: replaced, selection: [Math.max(from, start + by), from + replaced.length] };
};
