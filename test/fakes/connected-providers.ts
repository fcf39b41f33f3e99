import {
  type ConnectedProvider,
  ConnectedProviders,
  type StoredProvider,
} from '../../src/domain/admin/providers/ports.ts';

export class InMemoryConnectedProviders extends ConnectedProviders {
  private readonly providers = new Map<string, StoredProvider>();

  async list(): Promise<readonly StoredProvider[]> {
    return [...this.providers.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  async lock(id: string): Promise<StoredProvider | undefined> {
    return this.providers.get(id);
  }

  async save(provider: ConnectedProvider): Promise<void> {
    this.providers.set(provider.id, { ...provider, isLocked: false });
  }

  async remove(id: string): Promise<void> {
    this.providers.delete(id);
  }
}
