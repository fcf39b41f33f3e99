import type { WebSearchResults, WebSearch } from '../../domain/agents/ports.ts';
import type { GuardedRequests } from './guarded-requests.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

/**
 * A search service: hits in its own order, raw texts. `NormalizingSearch` does the rest, and turns any error into
 * `SearchFailed`.
 */
export type SearchEngine = (query: string, limit: number, signal: AbortSignal) => Promise<WebSearchResults>;

export interface SearchDeps {
  /** For an address that an admin named. */
  readonly requests?: GuardedRequests;
}

export const searchProvider = defineProvider<SearchDeps, WebSearch>();
