import type { WebSearchResults, WebSearch } from '../../domain/agents/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

/**
 * A search service: hits in its own order, raw texts. `NormalizingSearch` does the rest, and turns any error into
 * `SearchFailed`.
 */
export type SearchEngine = (query: string, limit: number, signal: AbortSignal) => Promise<WebSearchResults>;

/** No dependencies besides the variables. */
export type SearchDeps = Readonly<Record<string, never>>;

export const searchProvider = defineProvider<SearchDeps, WebSearch>();
