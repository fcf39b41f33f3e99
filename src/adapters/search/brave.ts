import { z } from 'zod';

import type { WebFindings, WebHit, WebImage } from '../../domain/agents/ports.ts';
import { address, optional, word } from '../../provider.ts';
import { askJson } from './ask-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { TidySearch } from './tidy-search.ts';

const MOST_IMAGES = 12;
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const web = z.object({
  web: z
    .object({
      results: z.array(
        z.object({ url: z.string(), title: text, description: text, extra_snippets: z.array(z.string()).nullish() }),
      ),
    })
    .nullish(),
});
const pictures = z.object({
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
    BRAVE_API_KEY: word('API key (subscription token).'),
    BRAVE_BASE_URL: optional(address('Address of the API, if not `https://api.search.brave.com`.')),
  }),
  switchedOnBy: 'BRAVE_API_KEY',
  connect: (set) => new TidySearch(new Brave(set.BRAVE_BASE_URL ?? 'https://api.search.brave.com', set.BRAVE_API_KEY)),
});

class Brave implements SearchEngine {
  readonly toolName = 'web_search';
  private readonly url: string;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(url: string, key: string) {
    this.url = url;
    this.headers = { 'X-Subscription-Token': key };
  }

  async find(query: string, limit: number, signal: AbortSignal): Promise<WebFindings> {
    const [hits, images] = await Promise.all([
      this.hits(query, limit, signal),
      this.images(query, signal).catch(() => []),
    ]);
    return { hits, images };
  }

  private async hits(query: string, limit: number, signal: AbortSignal): Promise<WebHit[]> {
    const asked = new URLSearchParams({
      q: query,
      count: String(limit),
      text_decorations: 'false',
      extra_snippets: 'true',
    });
    const said = await askJson({ url: `${this.url}/res/v1/web/search?${asked}`, headers: this.headers, signal });
    const { results = [] } = web.parse(said).web ?? {};
    return results.map(({ url, title, description, extra_snippets: more }) => ({
      url,
      title,
      snippet: description,
      content: more && more.length > 0 ? [description, ...more].join(' ') : '',
    }));
  }

  /** A search without its images is still a search. */
  private async images(query: string, signal: AbortSignal): Promise<WebImage[]> {
    const asked = new URLSearchParams({ q: query, count: String(MOST_IMAGES), safesearch: 'strict' });
    const said = await askJson({ url: `${this.url}/res/v1/images/search?${asked}`, headers: this.headers, signal });
    return pictures
      .parse(said)
      .results.map(({ url, title, thumbnail, properties }) => ({
        url: properties?.url || thumbnail?.src || '',
        alt: title,
        caption: title,
        source: url,
      }));
  }
}
