import type { SearchDeps } from '../adapters/search/provider.ts';
import { SEARCH } from '../adapters/search/providers.ts';
import type { WebSearch } from '../domain/agents/ports.ts';
import { selectProvider, type Env } from '../platform/provider-registry.ts';
import type { SelectedProvider } from './adapter-selection.ts';

/** Who searches the web. */
export type SearchAdapter = SelectedProvider<SearchDeps, WebSearch>;

/** Reads the variables of the search services; a fault names its variable. */
export const selectSearchAdapter = (
  env: Env,
  sandboxes: boolean,
): { faults: readonly string[]; search?: SearchAdapter } => {
  const search = selectProvider(SEARCH, env, sandboxes);
  return search.provider ? { faults: [], search } : { faults: search.faults };
};
