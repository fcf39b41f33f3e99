/** A line of a comparison: in both texts, only in the later one, or only in the earlier one. */
export interface DiffLine {
  readonly mark: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Above this many pairs of lines the middle is shown as taken out and put in, so that comparing never takes long. */
const MAX_PAIRS = 1_000_000;

const marked = (mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ mark, text }));

const commonStart = (before: readonly string[], after: readonly string[]): number => {
  const max = Math.min(before.length, after.length);
  let count = 0;
  while (count < max && before[count] === after[count]) count += 1;
  return count;
};

const commonEnd = (before: readonly string[], after: readonly string[], from: number): number => {
  const max = Math.min(before.length, after.length) - from;
  let count = 0;
  while (count < max && before.at(-1 - count) === after.at(-1 - count)) count += 1;
  return count;
};

/** For each pair of ends, the length of the longest common run of lines after it. */
const commonLengths = (before: readonly string[], after: readonly string[]): Uint32Array => {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
};

const diffMiddle = (before: readonly string[], after: readonly string[]): readonly DiffLine[] => {
  if (before.length * after.length > MAX_PAIRS) return [...marked('removed', before), ...marked('added', after)];
  const lengths = commonLengths(before, after);
  const lengthAt = (row: number, column: number): number => lengths[row * (after.length + 1) + column] ?? 0;
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [removed, added] = [before[i], after[j]];
    if (removed === undefined || added === undefined) break;
    const mark = removed === added ? 'same' : lengthAt(i + 1, j) >= lengthAt(i, j + 1) ? 'removed' : 'added';
    lines.push({ mark, text: mark === 'added' ? added : removed });
    if (mark !== 'added') i += 1;
    if (mark !== 'removed') j += 1;
  }
  return [...lines, ...marked('removed', before.slice(i)), ...marked('added', after.slice(j))];
};

/** What changed from one text to another, line by line. */
export const diffLines = (before: string, after: string): readonly DiffLine[] => {
  const [from, to] = [before.split('\n'), after.split('\n')];
  const start = commonStart(from, to);
  const end = commonEnd(from, to, start);
  return [
    ...marked('same', from.slice(0, start)),
    ...diffMiddle(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...marked('same', from.slice(from.length - end)),
  ];
};
