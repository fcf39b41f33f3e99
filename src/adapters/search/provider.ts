import type { WebSearchResults, WebSearch } from '../../domain/agents/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

/** A search service: hits in its own order, raw texts. `NormalizingSearch` does the rest. */
export interface SearchEngine {
  readonly toolName: WebSearch['toolName'];
  /** Throws any error; `NormalizingSearch` turns it into `SearchFailed`. */
  find(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults>;
}

/** No dependencies besides the variables. */
export type SearchDeps = Readonly<Record<string, never>>;

export const searchProvider = defineProvider<SearchDeps, WebSearch>();
