import { type WebSearchResults, WebSearch } from '../../domain/agents/ports.ts';
import type { ProviderAccess } from '../../domain/admin/providers/ports.ts';
import { GuardedRequests } from './guarded-requests.ts';
import { PROVIDER_ADDRESSES } from '../../platform/provider-addresses.ts';
import type { Env, Provider } from '../../platform/provider-registry.ts';
import { SwitchableProvider, type SwitchableOptions } from '../../platform/switchable-provider.ts';
import type { SearchDeps } from './provider.ts';
import { SEARCH } from './providers.ts';

const KEY_SUFFIX = '_API_KEY';
const CHECK_TIMEOUT_MS = 8000;

type SearchProvider = Provider<SearchDeps, WebSearch>;

const needsKey = ({ enabledBy = '' }: SearchProvider): boolean => enabledBy.endsWith(KEY_SUFFIX);

const toEnv = (provider: SearchProvider, { apiKey, baseUrl }: ProviderAccess): Env => ({
  [provider.enabledBy ?? '']: (needsKey(provider) ? apiKey : baseUrl) ?? '',
});

/** The search service of the environment, or the one that an admin entered. */
export class SwitchableSearch extends SwitchableProvider<SearchDeps, WebSearch> {
  constructor({ env, selected }: Pick<SwitchableOptions<SearchDeps, WebSearch>, 'env' | 'selected'>) {
    super({
      need: 'search',
      registry: SEARCH,
      env,
      selected,
      deps: {},
      guardedDeps: { requests: new GuardedRequests(PROVIDER_ADDRESSES) },
      toKind: (provider) => ({
        id: provider.id,
        label: provider.label,
        needsAddress: !needsKey(provider),
        needsKey: needsKey(provider),
        sendsMail: false,
        isRepeatable: false,
      }),
      toEnv,
      fieldOf: (variable) => (variable.endsWith(KEY_SUFFIX) ? 'apiKey' : 'baseUrl'),
      check: (search) => search.search('open source', 1, AbortSignal.timeout(CHECK_TIMEOUT_MS)),
      close: () => undefined,
    });
  }
}

/** Each search goes to the service of the moment. */
export class CurrentSearch extends WebSearch {
  constructor(private readonly searches: SwitchableSearch) {
    super();
  }

  override get toolName(): WebSearch['toolName'] {
    return this.searches.current.port.toolName;
  }

  search(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults> {
    return this.searches.current.port.search(query, limit, signal);
  }
}
