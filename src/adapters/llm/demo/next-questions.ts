import { HELP } from './help.ts';
import { keywords, rankPassages } from './rank-passages.ts';

const key = (text: string): string => [...new Set(keywords(text))].sort().join(' ');

/** Questions that the demo can answer: nearest to the one asked first, never that one itself. */
export const nextQuestions = (asked: string, count: number): string[] => {
  const near = rankPassages(asked, HELP).map(({ passage }) => passage);
  const answered = near[0];
  const others = [...near.slice(1), ...HELP.filter((topic) => !near.includes(topic))];
  return [...others, ...(answered ? [answered] : [])]
    .map(({ question }) => question)
    .filter((question) => key(question) !== key(asked))
    .slice(0, count);
};
