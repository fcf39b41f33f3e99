import { z } from 'zod';

import type { WebSearchResults } from '../../domain/agents/ports.ts';
import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { fetchJson } from './fetch-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { NormalizingSearch } from './normalizing-search.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const image = z.union([
  z.string().transform((url) => ({ url, description: '' })),
  z.object({ url: z.string(), description: text }),
]);
const answer = z.object({
  results: z.array(z.object({ url: z.string(), title: text, content: text, raw_content: text })),
  images: z
    .array(image)
    .nullish()
    .transform((images) => images ?? []),
});

/** Tavily: a search API made for models. */
export const tavily = searchProvider({
  id: 'tavily',
  label: 'Tavily',
  settings: z.object({
    TAVILY_API_KEY: tokenField('API key.'),
    TAVILY_BASE_URL: optionalField(urlField('Address of the API, if not `https://api.tavily.com`.')),
  }),
  enabledBy: 'TAVILY_API_KEY',
  connect: (settings) =>
    new NormalizingSearch(new Tavily(settings.TAVILY_BASE_URL ?? 'https://api.tavily.com', settings.TAVILY_API_KEY)),
});

class Tavily implements SearchEngine {
  readonly toolName = 'tavily_search';
  private readonly url: string;
  private readonly key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  async find(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults> {
    const json = await fetchJson({
      url: `${this.url}/search`,
      headers: { Authorization: `Bearer ${this.key}` },
      body: {
        query,
        max_results: limit,
        search_depth: 'basic',
        include_images: true,
        include_image_descriptions: true,
      },
      signal,
    });
    const { results, images } = answer.parse(json);
    return {
      hits: results.map(({ url, title, content, raw_content: whole }) => ({
        url,
        title,
        snippet: content,
        content: whole || content,
      })),
      images: images.map(({ url, description }) => ({ url, alt: description, caption: description, source: '' })),
    };
  }
}
