import type { WebSearchResults, WebSearch } from '../../domain/agents/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

/** What one service of search brings: its hits as it ranks them, its texts as they come. `NormalizingSearch` does the rest. */
export interface SearchEngine {
  readonly toolName: WebSearch['toolName'];
  /** Throws whatever went wrong; the tidying turns it into `SearchFailed`. */
  find(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults>;
}

/** Nothing is needed besides the variables. */
export type SearchDeps = Readonly<Record<string, never>>;

export const searchProvider = defineProvider<SearchDeps, WebSearch>();
