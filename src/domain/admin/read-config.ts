import { completed, type Origin, originsOf } from './changes.ts';
import type { ConfigDocuments, ConfigEntry, ConfigName, Configurations, Configured, ConfigStore } from './ports.ts';

/** A configuration as it stands. Version 0: nobody has changed it yet. */
export interface ConfigNow<N extends ConfigName> {
  readonly document: ConfigDocuments[N];
  readonly version: number;
  readonly updatedAt: number | null;
  readonly updatedBy: string | null;
  readonly reason: string | null;
  readonly origins: Readonly<Record<string, Origin>>;
}

/** A document as admins see it. */
export const shownOf = <T>({ shown }: Configured<T>, document: T): T => (shown ? shown(document) : document);

/** Reads configurations for those who change them. */
export class ReadConfig {
  private readonly store: ConfigStore;
  private readonly configured: Configurations;

  constructor(store: ConfigStore, configured: Configurations) {
    this.store = store;
    this.configured = configured;
  }

  /** As last saved, and not as some process may still have it in mind. */
  async now<N extends ConfigName>(name: N): Promise<ConfigNow<N>> {
    const { base, environment, current } = this.configured.each[name];
    const newest = await this.store.newest(name);
    const whole = newest ? completed<ConfigDocuments[N]>(newest.document, base) : await current();
    const document = shownOf(this.configured.each[name], whole);
    return {
      document,
      version: newest?.version ?? 0,
      updatedAt: newest?.at ?? null,
      updatedBy: newest?.by.name ?? null,
      reason: newest?.reason ?? null,
      origins: originsOf(document, base, environment),
    };
  }

  /** Newest first. */
  versions(name: ConfigName, page: { limit: number; before?: number | undefined }): Promise<readonly ConfigEntry[]> {
    return this.store.list(name, page);
  }
}
