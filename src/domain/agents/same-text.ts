const SHINGLE_WORDS = 4;

/** The four-word shingles of a text; a shorter text is its own shingle. */
export const shingles = (text: string): ReadonlySet<string> => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length <= SHINGLE_WORDS) return new Set(words.length > 0 ? [words.join(' ')] : []);
  return new Set(
    words
      .slice(0, 400)
      .flatMap((_, at, all) => (at + SHINGLE_WORDS <= all.length ? [all.slice(at, at + SHINGLE_WORDS).join(' ')] : [])),
  );
};

/** The share of the smaller set that is in the other, 0 to 1. */
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared += 1;
  return shared / small.size;
};

/** With fewer shingles than this, texts are not compared. */
const MIN_SHINGLES = 8;
const MIN_OVERLAP = 0.8;
/** A text that is much longer quotes the other, or reports more. */
const MIN_SIZE_RATIO = 0.5;

/** Whether two texts are copies of each other, as syndicated articles are. */
export const isSameText = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const [small, large] = a.size <= b.size ? [a.size, b.size] : [b.size, a.size];
  return small >= MIN_SHINGLES && small >= large * MIN_SIZE_RATIO && overlap(a, b) >= MIN_OVERLAP;
};
