import type { ProviderState } from '../../../shared/providers.ts';
import type { ConnectedProviders, ProviderSwitch, ProviderSwitches, StoredProvider } from './ports.ts';

/** Shorter keys show nothing: four letters would be too much of them. */
const MIN_HINTED_LENGTH = 16;
const HINT_LENGTH = 4;

/** All providers with where they come from; of a key the last letters at most, and of a password nothing. */
export class ListProviders {
  constructor(
    private readonly switches: ProviderSwitches,
    private readonly connected: ConnectedProviders,
  ) {}

  /** Addresses of servers are for admins only. */
  async execute({ withAddresses }: { readonly withAddresses: boolean }) {
    const stored = await this.connected.list();
    return this.switches.all.map((each) => ({
      need: each.need,
      kinds: each.kinds,
      fixedBy: each.fixedBy ?? null,
      configured: each.configured,
      providers: stored
        .filter(({ need }) => need === each.need)
        .map((provider) => describe(provider, each, withAddresses)),
    }));
  }
}

const describe = (provider: StoredProvider, each: ProviderSwitch, withAddresses: boolean) => {
  const { id, kind, name, model, baseUrl, user, sender } = provider;
  const known = each.kinds.find((one) => one.id === kind);
  const addresses = withAddresses ? { baseUrl, user, sender } : { baseUrl: null, user: null, sender: null };
  return {
    id,
    kind,
    label: name || (known?.label ?? kind),
    name,
    model,
    ...addresses,
    hasKey: provider.apiKey !== null || provider.isLocked,
    keyHint: withAddresses && known?.sendsMail !== true ? hintOf(provider.apiKey) : '',
    state: stateOf(provider, each),
  };
};

const hintOf = (key: string | null): string =>
  key !== null && key.length >= MIN_HINTED_LENGTH ? key.slice(-HINT_LENGTH) : '';

const stateOf = ({ id, isLocked }: StoredProvider, { fixedBy, configured }: ProviderSwitch): ProviderState => {
  if (fixedBy !== undefined || configured.some((one) => one.id === id)) return 'overridden';
  return isLocked ? 'locked' : 'serving';
};
