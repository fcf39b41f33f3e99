import type { SearchTools } from '../adapters/search/provider.ts';
import { SEARCH } from '../adapters/search/providers.ts';
import type { WebSearch } from '../domain/agents/ports.ts';
import { choose, type Env } from '../provider.ts';
import type { Ready } from './sign-in-choice.ts';

/** Who searches the web. */
export type SearchChoice = Ready<SearchTools, WebSearch>;

/** Reads the variables of the search services; a fault names its variable. */
export const chooseSearch = (env: Env, sandboxes: boolean): { faults: readonly string[]; search?: SearchChoice } => {
  const search = choose(SEARCH, env, sandboxes);
  return search.provider ? { faults: [], search } : { faults: search.faults };
};
