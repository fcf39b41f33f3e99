/** Of the budget, for files that are given whole beside those that do not fit. */
const WHOLE_SHARE = 0.5;

interface SizedFile {
  readonly id: string;
  readonly tokens: number;
}

/**
 * The files that are given whole: all if they fit the budget, else the small ones in half of it. It does not depend on
 * the question, so that the same files make the same beginning of every prompt of a conversation.
 */
export const planWholeFiles = (files: readonly SizedFile[], budget: number): ReadonlySet<string> => {
  const total = files.reduce((sum, { tokens }) => sum + tokens, 0);
  let left = total <= budget ? budget : budget * WHOLE_SHARE;
  const whole = new Set<string>();
  for (const { id, tokens } of files.toSorted((a, b) => a.tokens - b.tokens)) {
    if (tokens > left) break;
    left -= tokens;
    whole.add(id);
  }
  return whole;
};
