import { z } from 'zod';

import { SearchFailed } from '../../domain/agents/errors.ts';
import type { WebHit } from '../../domain/agents/ports.ts';
import type { GuardedRequests } from './guarded-requests.ts';
import { urlField } from '../../platform/provider-registry.ts';
import { fetchJson, optionalText } from './fetch-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { NormalizingSearch } from './normalizing-search.ts';

const answer = z.object({
  results: z.array(
    z.object({
      url: optionalText,
      title: optionalText,
      content: optionalText,
      publishedDate: optionalText,
      img_src: optionalText,
      thumbnail_src: optionalText,
    }),
  ),
});
type Found = z.output<typeof answer>['results'];

/** A SearXNG server; its settings must allow the JSON format. */
export const searxng = searchProvider({
  id: 'searxng',
  label: 'SearXNG',
  settings: z.object({ SEARXNG_URL: urlField('Address of a SearXNG server whose `search.formats` has `json`.') }),
  enabledBy: 'SEARXNG_URL',
  connect: (settings, { requests }) => new NormalizingSearch(searxngEngine(settings.SEARXNG_URL, requests)),
});

/** SearXNG has no limit parameter; its first page is used. A search without images is still a search. */
const searxngEngine =
  (baseUrl: string, requests: GuardedRequests | undefined): SearchEngine =>
  async (query, limit, signal) => {
    const search = async (categories: string): Promise<Found> => {
      const params = new URLSearchParams({ q: query, format: 'json', categories, safesearch: '1' });
      const url = `${baseUrl}/search?${params}`;
      return answer.parse(await fetchJson({ url, signal, requests }).catch(toFormatRefused)).results;
    };
    const [found, images] = await Promise.all([search('general'), search('images').catch(() => [])]);
    return {
      hits: found.slice(0, limit).map(toHit),
      images: images.map((one) => ({
        url: absolute(one.img_src || one.thumbnail_src),
        alt: one.title,
        caption: one.content || one.title,
        source: one.url,
      })),
    };
  };

/** SearXNG has no keys: it refuses formats that its settings do not list. */
const toFormatRefused = (error: unknown): never => {
  if (!(error instanceof SearchFailed) || error.reason !== 'refused') throw error;
  throw new SearchFailed('The search does not answer in JSON', { reason: 'formatRefused', cause: error });
};

const toHit = ({ url, title, content, publishedDate: published }: Found[number]): WebHit => ({
  url,
  title,
  snippet: content,
  content: '',
  published,
});

/** Some engines leave out the scheme. */
const absolute = (url: string): string => (url.startsWith('//') ? `https:${url}` : url);
