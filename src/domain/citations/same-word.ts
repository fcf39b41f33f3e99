/** Words with a shorter common prefix are different words. */
export const MIN_COMMON_PREFIX = 4;

/** Whether two words are forms of one: most of their prefix is the same. Months and weekdays are compared exactly. */
export const isSameWord = (a: string, b: string): boolean => {
  if (a === b) return true;
  if (/^@/.test(a) || /^@/.test(b)) return false;
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common += 1;
  return common >= MIN_COMMON_PREFIX && common >= 0.6 * Math.max(a.length, b.length);
};

const MIN_COMPOUND_PART = 5;

/** `Ersatzbus` is a `Bus`. */
const isCompound = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= MIN_COMPOUND_PART && (a.endsWith(b) || b.endsWith(a));

export interface Meaningful {
  readonly key: string;
  readonly meanings: readonly string[];
}

/** Whether two words are forms of one, or can mean the same. */
export const isSameMeaning = (a: Meaningful, b: Meaningful): boolean =>
  isSameWord(a.key, b.key) || isCompound(a.key, b.key) || a.meanings.some((meaning) => b.meanings.includes(meaning));
