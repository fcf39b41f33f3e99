import { z } from 'zod';

import { SearchFailed } from '../../domain/agents/errors.ts';
import { type WebSearchResults, WebSearch } from '../../domain/agents/ports.ts';
import { searchProvider } from './provider.ts';

class NoSearch extends WebSearch {
  readonly toolName = 'web_search';

  search(): Promise<WebSearchResults> {
    return Promise.reject(new SearchFailed('No search is set up on this server'));
  }
}

/** No web search. */
export const noSearch = searchProvider({
  id: 'off',
  label: 'off',
  settings: z.object({}),
  connect: () => new NoSearch(),
});
