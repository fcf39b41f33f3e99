const MAX_LENGTH = 160;

/** What stands over an answer without a title of its own: the first line of the question, cut after a word. */
export const headlineFor = (question: string): string => {
  const line = (question.trimStart().split('\n', 1)[0] ?? '').replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_LENGTH) return line;
  const cut = line.slice(0, MAX_LENGTH);
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > MAX_LENGTH / 2 ? cut.slice(0, lastSpace) : cut.replace(/[\ud800-\udbff]$/, '')}…`;
};
