import { SearchFailed } from '../../src/domain/agents/errors.ts';
import { type WebSearchResults, type WebHit, type WebImage, WebSearch } from '../../src/domain/agents/ports.ts';
import { normalizeResults } from '../../src/adapters/search/normalize-results.ts';

/** Finds what it was given, whatever is asked, and remembers the questions. */
export class CannedSearch extends WebSearch {
  readonly toolName: WebSearch['toolName'] = 'web_search';
  readonly queries: string[] = [];
  isDown = false;

  constructor(
    public hits: readonly WebHit[] = [],
    public images: readonly WebImage[] = [],
  ) {
    super();
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults> {
    if (this.isDown || signal.aborted) throw new SearchFailed('The search did not answer');
    if (query.trim() === '') return { hits: [], images: [] };
    this.queries.push(query);
    return normalizeResults({ hits: this.hits, images: this.images }, limit);
  }
}
