import { z } from 'zod';

import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { fetchJson, optionalText } from './fetch-json.ts';
import { searchProvider, type SearchEngine } from './provider.ts';
import { NormalizingSearch } from './normalizing-search.ts';

const image = z.union([
  z.string().transform((url) => ({ url, description: '' })),
  z.object({ url: z.string(), description: optionalText }),
]);
const answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: optionalText,
      content: optionalText,
      raw_content: optionalText,
      published_date: optionalText,
    }),
  ),
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
    new NormalizingSearch(
      tavilyEngine(settings.TAVILY_BASE_URL ?? 'https://api.tavily.com', settings.TAVILY_API_KEY),
      'tavily_search',
    ),
});

const tavilyEngine =
  (baseUrl: string, key: string): SearchEngine =>
  async (query, limit, signal) => {
    const json = await fetchJson({
      url: `${baseUrl}/search`,
      headers: { Authorization: `Bearer ${key}` },
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
      hits: results.map(({ url, title, content, raw_content: whole, published_date: published }) => ({
        url,
        published,
        title,
        snippet: content,
        content: whole || content,
      })),
      images: images.map(({ url, description }) => ({ url, alt: description, caption: description, source: '' })),
    };
  };
