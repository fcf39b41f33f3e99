import { z } from 'zod';

import type { WebSearchResults } from '../../domain/agents/ports.ts';
import { urlField } from '../../platform/provider-registry.ts';
import { fetchJson } from './fetch-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { NormalizingSearch } from './normalizing-search.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const answer = z.object({
  results: z.array(z.object({ url: text, title: text, content: text, img_src: text, thumbnail_src: text })),
});
type Found = z.output<typeof answer>['results'];

/** A SearXNG server; its settings must allow the JSON format. */
export const searxng = searchProvider({
  id: 'searxng',
  label: 'SearXNG',
  settings: z.object({ SEARXNG_URL: urlField('Address of a SearXNG server whose `search.formats` has `json`.') }),
  enabledBy: 'SEARXNG_URL',
  connect: (settings) => new NormalizingSearch(new SearXng(settings.SEARXNG_URL)),
});

class SearXng implements SearchEngine {
  readonly toolName = 'web_search';
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** SearXNG has no limit parameter; its first page is used. A search without images is still a search. */
  async find(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults> {
    const [found, pictures] = await Promise.all([
      this.ask(query, 'general', signal),
      this.ask(query, 'images', signal).catch(() => []),
    ]);
    return {
      hits: found.slice(0, limit).map(({ url, title, content }) => ({ url, title, snippet: content, content: '' })),
      images: pictures.map((one) => ({
        url: absolute(one.img_src || one.thumbnail_src),
        alt: one.title,
        caption: one.content || one.title,
        source: one.url,
      })),
    };
  }

  private async ask(query: string, categories: string, signal: AbortSignal): Promise<Found> {
    const params = new URLSearchParams({ q: query, format: 'json', categories, safesearch: '1' });
    return answer.parse(await fetchJson({ url: `${this.url}/search?${params}`, signal })).results;
  }
}

/** Some engines leave out the scheme. */
const absolute = (url: string): string => (url.startsWith('//') ? `https:${url}` : url);
