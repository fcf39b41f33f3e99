const MAX_LENGTH = 160;
/** After the middle of the text; in a text without blanks, half of a character. */
const HALF_WORD = /(?<=.{80}) \S*$|[\ud800-\udbff]$/;

/** What stands over an answer without a title of its own: the first line of the question, cut after a word. */
export const headlineFor = (question: string): string => {
  const line = (question.trimStart().split('\n', 1)[0] ?? '').replace(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).replace(HALF_WORD, '')}…` : line;
};
