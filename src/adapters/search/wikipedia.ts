import { z } from 'zod';

import { urlField, optionalField } from '../../platform/provider-registry.ts';
import { fetchJson } from './fetch-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { NormalizingSearch } from './normalizing-search.ts';

const page = z.object({
  title: z.string(),
  index: z.number().optional(),
  fullurl: z.string(),
  extract: z.string().optional(),
  thumbnail: z.object({ source: z.string() }).optional(),
});
/** Without hits there is no `query`; an error has `error` and no `query` either. */
const answer = z.object({
  query: z.object({ pages: z.array(page) }).optional(),
  error: z.object({ code: z.string() }).optional(),
});

/** Wikipedia's search: no key, one encyclopedia. */
export const wikipedia = searchProvider({
  id: 'wikipedia',
  label: 'Wikipedia',
  settings: z.object({
    WIKIPEDIA_LANGUAGE: z
      .string()
      .regex(/^[a-z][a-z-]{1,19}$/, 'must be the name of an edition such as en or de')
      .default('en')
      .describe('Language edition to search.'),
    WIKIPEDIA_BASE_URL: optionalField(urlField('Address of the wiki, if not `https://LANGUAGE.wikipedia.org`.')),
  }),
  connect: (settings) =>
    new NormalizingSearch(
      wikipediaEngine(settings.WIKIPEDIA_BASE_URL ?? `https://${settings.WIKIPEDIA_LANGUAGE}.wikipedia.org`),
    ),
});

const wikipediaEngine =
  (baseUrl: string): SearchEngine =>
  async (query, limit, signal) => {
    const params = new URLSearchParams({
      action: 'query',
      format: 'json',
      formatversion: '2',
      generator: 'search',
      gsrsearch: query,
      gsrlimit: String(limit),
      prop: 'extracts|info|pageimages',
      exintro: '1',
      explaintext: '1',
      exlimit: 'max',
      inprop: 'url',
      piprop: 'thumbnail',
      pithumbsize: '1280',
    });
    const { query: found, error } = answer.parse(await fetchJson({ url: `${baseUrl}/w/api.php?${params}`, signal }));
    if (error) throw new Error(`Wikipedia refused the question: ${error.code}`);
    const pages = (found?.pages ?? []).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
    return {
      hits: pages.map(({ fullurl, title, extract = '' }) => ({
        url: fullurl,
        title,
        snippet: extract,
        content: extract,
      })),
      images: pages.flatMap(({ thumbnail, title, fullurl }) =>
        thumbnail ? [{ url: thumbnail.source, alt: title, caption: title, source: fullurl }] : [],
      ),
    };
  };
