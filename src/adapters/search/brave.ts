import { z } from 'zod';

import type { WebSearchResults, WebHit, WebImage } from '../../domain/agents/ports.ts';
import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { fetchJson } from './fetch-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { NormalizingSearch } from './normalizing-search.ts';

const MAX_IMAGES = 12;
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const webResponse = z.object({
  web: z
    .object({
      results: z.array(
        z.object({ url: z.string(), title: text, description: text, extra_snippets: z.array(z.string()).nullish() }),
      ),
    })
    .nullish(),
});
const imageResponse = z.object({
  results: z.array(
    z.object({
      url: text,
      title: text,
      thumbnail: z.object({ src: text }).nullish(),
      properties: z.object({ url: text }).nullish(),
    }),
  ),
});

/** Brave Search: web and images. */
export const brave = searchProvider({
  id: 'brave',
  label: 'Brave Search',
  settings: z.object({
    BRAVE_API_KEY: tokenField('API key (subscription token).'),
    BRAVE_BASE_URL: optionalField(urlField('Address of the API, if not `https://api.search.brave.com`.')),
  }),
  enabledBy: 'BRAVE_API_KEY',
  connect: (settings) =>
    new NormalizingSearch(new Brave(settings.BRAVE_BASE_URL ?? 'https://api.search.brave.com', settings.BRAVE_API_KEY)),
});

class Brave implements SearchEngine {
  readonly toolName = 'web_search';
  private readonly url: string;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(url: string, key: string) {
    this.url = url;
    this.headers = { 'X-Subscription-Token': key };
  }

  async find(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults> {
    const [hits, images] = await Promise.all([
      this.hits(query, limit, signal),
      this.images(query, signal).catch(() => []),
    ]);
    return { hits, images };
  }

  private async hits(query: string, limit: number, signal: AbortSignal): Promise<WebHit[]> {
    const params = new URLSearchParams({
      q: query,
      count: String(limit),
      text_decorations: 'false',
      extra_snippets: 'true',
    });
    const json = await fetchJson({ url: `${this.url}/res/v1/web/search?${params}`, headers: this.headers, signal });
    const { results = [] } = webResponse.parse(json).web ?? {};
    return results.map(({ url, title, description, extra_snippets: more }) => ({
      url,
      title,
      snippet: description,
      content: more && more.length > 0 ? [description, ...more].join(' ') : '',
    }));
  }

  /** A search without images is still a search. */
  private async images(query: string, signal: AbortSignal): Promise<WebImage[]> {
    const params = new URLSearchParams({ q: query, count: String(MAX_IMAGES), safesearch: 'strict' });
    const json = await fetchJson({ url: `${this.url}/res/v1/images/search?${params}`, headers: this.headers, signal });
    return imageResponse.parse(json).results.map(({ url, title, thumbnail, properties }) => ({
      url: properties?.url || thumbnail?.src || '',
      alt: title,
      caption: title,
      source: url,
    }));
  }
}
