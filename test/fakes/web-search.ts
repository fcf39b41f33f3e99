import { SearchFailed } from '../../src/domain/agents/errors.ts';
import { type WebFindings, type WebHit, type WebImage, WebSearch } from '../../src/domain/agents/ports.ts';
import { tidy } from '../../src/adapters/search/tidy.ts';

/** Finds what it was given, whatever is asked, and remembers the questions. */
export class CannedSearch extends WebSearch {
  readonly toolName: WebSearch['toolName'] = 'web_search';
  readonly asked: string[] = [];
  hits: readonly WebHit[];
  images: readonly WebImage[];
  isDown = false;

  constructor(hits: readonly WebHit[] = [], images: readonly WebImage[] = []) {
    super();
    this.hits = hits;
    this.images = images;
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<WebFindings> {
    if (this.isDown || signal.aborted) throw new SearchFailed('The search did not answer');
    if (query.trim() === '') return { hits: [], images: [] };
    this.asked.push(query);
    return tidy({ hits: this.hits, images: this.images }, limit);
  }
}
