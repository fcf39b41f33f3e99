import { fillDefaults, type Origin, findOrigins } from './config-diff.ts';
import type { ConfigDocuments, ConfigEntry, ConfigName, Configurations, ConfigSource, ConfigStore } from './ports.ts';

/** A configuration as it stands. Version 0: nobody has changed it yet. */
export interface CurrentConfig<N extends ConfigName> {
  readonly document: ConfigDocuments[N];
  readonly version: number;
  readonly updatedAt: number | null;
  readonly updatedBy: string | null;
  readonly reason: string | null;
  readonly origins: Readonly<Record<string, Origin>>;
}

/** A document as admins see it. */
export const toVisibleDocument = <T>({ toVisible: shown }: ConfigSource<T>, document: T): T =>
  shown ? shown(document) : document;

/** Reads configurations for those who change them. */
export class GetConfig {
  private readonly store: ConfigStore;
  private readonly configurations: Configurations;

  constructor(store: ConfigStore, configurations: Configurations) {
    this.store = store;
    this.configurations = configurations;
  }

  /** As last saved, and not as some process may still have it in mind. */
  async getCurrent<N extends ConfigName>(name: N): Promise<CurrentConfig<N>> {
    const { defaults: base, environment, current } = this.configurations.sources[name];
    const newest = await this.store.newest(name);
    const whole = newest ? fillDefaults<ConfigDocuments[N]>(newest.document, base) : await current();
    const document = toVisibleDocument(this.configurations.sources[name], whole);
    return {
      document,
      version: newest?.version ?? 0,
      updatedAt: newest?.at ?? null,
      updatedBy: newest?.by.name ?? null,
      reason: newest?.reason ?? null,
      origins: findOrigins(document, base, environment),
    };
  }

  /** Newest first. */
  listVersions(
    name: ConfigName,
    page: { limit: number; before?: number | undefined },
  ): Promise<readonly ConfigEntry[]> {
    return this.store.list(name, page);
  }
}
