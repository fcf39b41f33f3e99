import { z } from 'zod';

import type { WebHit, WebImage } from '../../domain/agents/ports.ts';
import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { fetchJson, optionalText } from './fetch-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { NormalizingSearch } from './normalizing-search.ts';

const MAX_IMAGES = 12;
const webResponse = z.object({
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string(),
          title: optionalText,
          description: optionalText,
          page_age: optionalText,
          extra_snippets: z.array(z.string()).nullish(),
        }),
      ),
    })
    .nullish(),
});
const imageResponse = z.object({
  results: z.array(
    z.object({
      url: optionalText,
      title: optionalText,
      thumbnail: z.object({ src: optionalText }).nullish(),
      properties: z.object({ url: optionalText }).nullish(),
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
    new NormalizingSearch(
      braveEngine(settings.BRAVE_BASE_URL ?? 'https://api.search.brave.com', settings.BRAVE_API_KEY),
    ),
});

const braveEngine = (baseUrl: string, key: string): SearchEngine => {
  const get = (path: string, params: Record<string, string>, signal: AbortSignal) =>
    fetchJson({
      url: `${baseUrl}/res/v1/${path}/search?${new URLSearchParams(params)}`,
      headers: { 'X-Subscription-Token': key },
      signal,
    });
  const searchWeb = async (query: string, limit: number, signal: AbortSignal): Promise<WebHit[]> => {
    const params = { q: query, count: String(limit), text_decorations: 'false', extra_snippets: 'true' };
    const { results = [] } = webResponse.parse(await get('web', params, signal)).web ?? {};
    return results.map(({ url, title, description, page_age: published, extra_snippets: more }) => ({
      url,
      published,
      title,
      snippet: description,
      content: more && more.length > 0 ? [description, ...more].join(' ') : '',
    }));
  };
  const searchImages = async (query: string, signal: AbortSignal): Promise<WebImage[]> => {
    const params = { q: query, count: String(MAX_IMAGES), safesearch: 'strict' };
    return imageResponse.parse(await get('images', params, signal)).results.map(toImage);
  };
  return async (query, limit, signal) => {
    // A search without images is still a search.
    const images = searchImages(query, signal).catch(() => []);
    return { hits: await searchWeb(query, limit, signal), images: await images };
  };
};

const toImage = ({ url, title, thumbnail, properties }: z.output<typeof imageResponse>['results'][number]) => ({
  url: properties?.url || thumbnail?.src || '',
  alt: title,
  caption: title,
  source: url,
});
