import type { SettingsDocuments, SettingsName } from '../../shared/settings/documents.ts';
import type { AllSettings } from '../kernel/settings.ts';
import { type Origin, findOrigins } from './config-diff.ts';
import type { ConfigEntry, ConfigStore } from './ports.ts';

/** A configuration as it stands. Version 0: nobody has changed it yet. */
export interface CurrentConfig<N extends SettingsName> {
  readonly document: SettingsDocuments[N];
  readonly version: number;
  readonly updatedAt: number | null;
  readonly updatedBy: string | null;
  readonly reason: string | null;
  readonly origins: Readonly<Record<string, Origin>>;
}

/** Reads configurations for those who change them. */
export class GetConfig {
  private readonly store: ConfigStore;
  private readonly settings: AllSettings;

  constructor(store: ConfigStore, settings: AllSettings) {
    this.store = store;
    this.settings = settings;
  }

  /** As last saved, and not as some process may still have it in mind. */
  async getCurrent<N extends SettingsName>(name: N): Promise<CurrentConfig<N>> {
    const settings = this.settings.of(name);
    const { defaults, environment, parse, toVisible } = settings.document;
    const newest = await this.store.newest(name);
    const document = toVisible(newest ? parse(newest.document) : await settings.current());
    return {
      document,
      version: newest?.version ?? 0,
      updatedAt: newest?.at ?? null,
      updatedBy: newest?.by.name ?? null,
      reason: newest?.reason ?? null,
      origins: findOrigins(document, defaults, environment),
    };
  }

  /** Newest first. */
  listVersions(
    name: SettingsName,
    page: { limit: number; before?: number | undefined },
  ): Promise<readonly ConfigEntry[]> {
    return this.store.list(name, page);
  }
}
