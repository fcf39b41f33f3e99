import type { ProviderState } from '../../../shared/providers.ts';
import type { ConnectedProviders, ProviderSwitch, ProviderSwitches, StoredProvider } from './ports.ts';
import { toShown } from './shown-provider.ts';

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
  const { id, kind, name } = provider;
  const known = each.kinds.find((one) => one.id === kind);
  return {
    ...toShown(provider, known),
    ...(withAddresses ? {} : WITHOUT_ADDRESSES),
    id,
    label: name || (known?.label ?? kind),
    state: stateOf(provider, each),
  };
};

const WITHOUT_ADDRESSES = { baseUrl: null, user: null, sender: null, keyHint: '' };

const stateOf = ({ id, isLocked }: StoredProvider, { fixedBy, configured }: ProviderSwitch): ProviderState => {
  if (fixedBy !== undefined || configured.some((one) => one.id === id)) return 'overridden';
  return isLocked ? 'locked' : 'serving';
};
