import { z } from 'zod';

import type { WebFindings } from '../../domain/agents/ports.ts';
import { address, optional, word } from '../../provider.ts';
import { askJson } from './ask-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { TidySearch } from './tidy-search.ts';

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

/** Tavily: search made for models. */
export const tavily = searchProvider({
  id: 'tavily',
  label: 'Tavily',
  settings: z.object({
    TAVILY_API_KEY: word('API key.'),
    TAVILY_BASE_URL: optional(address('Address of the API, if not `https://api.tavily.com`.')),
  }),
  switchedOnBy: 'TAVILY_API_KEY',
  connect: (set) => new TidySearch(new Tavily(set.TAVILY_BASE_URL ?? 'https://api.tavily.com', set.TAVILY_API_KEY)),
});

class Tavily implements SearchEngine {
  readonly toolName = 'tavily_search';
  private readonly url: string;
  private readonly key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  async find(query: string, limit: number, signal: AbortSignal): Promise<WebFindings> {
    const said = await askJson({
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
    const { results, images } = answer.parse(said);
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
