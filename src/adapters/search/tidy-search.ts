import { SearchFailed } from '../../domain/agents/errors.ts';
import { type WebFindings, WebSearch } from '../../domain/agents/ports.ts';
import type { SearchEngine } from './provider.ts';
import { queryOf } from './texts.ts';
import { tidy } from './tidy.ts';

const MOST = 20;
/** Asked for besides, because some fall away. */
const SPARE = 5;

/** Any service of search, with its findings ranked, sifted and cleaned in the same way. */
export class TidySearch extends WebSearch {
  readonly toolName: WebSearch['toolName'];
  private readonly engine: SearchEngine;

  constructor(engine: SearchEngine) {
    super();
    this.engine = engine;
    this.toolName = engine.toolName;
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<WebFindings> {
    const asked = queryOf(query);
    const most = Math.min(Math.max(Math.trunc(limit), 1), MOST);
    if (asked === '') return { hits: [], images: [] };
    try {
      signal.throwIfAborted();
      return tidy(await this.engine.find(asked, Math.min(most + SPARE, MOST), signal), most);
    } catch (error) {
      throw error instanceof SearchFailed ? error : new SearchFailed('The search did not answer', { cause: error });
    }
  }
}
