import { z } from 'zod';

import { HELP_PAGES, type HelpPage } from './demo-pages.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { NormalizingSearch } from './normalizing-search.ts';

const stemmedWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.replace(/(?<=.{3})(ies|ing|ed|s)$/, ''));

const TITLE_WEIGHT = 3;

/** Score of a page: words of title and aliases count three times. */
const scorePage = (page: HelpPage, queryWords: ReadonlySet<string>): number => {
  const [names, text] = [new Set(stemmedWords(`${page.title} ${page.aliases}`)), new Set(stemmedWords(page.text))];
  let sum = 0;
  for (const word of queryWords) sum += names.has(word) ? TITLE_WEIGHT : Number(text.has(word));
  return sum;
};

/** Searches the product's own help pages; deterministic and offline. */
const searchHelp: SearchEngine = async (query, limit) => {
  const queryWords = new Set(stemmedWords(query));
  const ranked = HELP_PAGES.map((page) => ({ page, score: scorePage(page, queryWords) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const hits = ranked
    .slice(0, limit)
    .map(({ page: { url, title, text } }) => ({ url, title, snippet: text, content: text }));
  return { hits, images: [] };
};

/** Searches no web: for trying the product without an account elsewhere. */
export const demoSearch = searchProvider({
  id: 'demo',
  label: 'demo (the product’s own help)',
  settings: z.object({}),
  connect: () => new NormalizingSearch(searchHelp),
});
