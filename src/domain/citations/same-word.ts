/** Words with a shorter common prefix are different words. */
export const MIN_COMMON_PREFIX = 4;

/** Whether two words are forms of one: most of their prefix is the same. Keys of groups are compared exactly. */
export const isSameWord = (a: string, b: string): boolean => {
  if (a === b) return true;
  if (/^[=@]/.test(a) || /^[=@]/.test(b)) return false;
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common += 1;
  return common >= MIN_COMMON_PREFIX && common >= 0.6 * Math.max(a.length, b.length);
};
