import { SearchFailed } from '../../domain/agents/errors.ts';
import { type WebSearchResults, WebSearch } from '../../domain/agents/ports.ts';
import type { SearchEngine } from './provider.ts';
import { toSearchQuery } from './search-text.ts';
import { normalizeResults } from './normalize-results.ts';

const MAX_HITS = 20;
/** Requested in addition, because some are dropped. */
const SPARE_HITS = 5;

/** Any search service, with results ranked, filtered and cleaned in the same way. */
export class NormalizingSearch extends WebSearch {
  constructor(
    private readonly engine: SearchEngine,
    readonly toolName: WebSearch['toolName'] = 'web_search',
  ) {
    super();
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults> {
    const searchQuery = toSearchQuery(query);
    const maxHits = Math.min(Math.max(Math.trunc(limit), 1), MAX_HITS);
    if (searchQuery === '') return { hits: [], images: [] };
    try {
      signal.throwIfAborted();
      return normalizeResults(
        await this.engine(searchQuery, Math.min(maxHits + SPARE_HITS, MAX_HITS), signal),
        maxHits,
      );
    } catch (error) {
      throw error instanceof SearchFailed ? error : new SearchFailed('The search did not answer', { cause: error });
    }
  }
}
