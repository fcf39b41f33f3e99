import type { SettingsDocuments, SettingsName } from '../../shared/settings/documents.ts';
import type { AllSettings } from '../kernel/settings.ts';
import { type Origin, findOrigins } from './config-diff.ts';
import type { ConfigEntry, ConfigStore } from './ports.ts';

/** A current configuration. Version 0 is the default. */
export interface CurrentConfig<N extends SettingsName> {
  readonly document: SettingsDocuments[N];
  readonly version: number;
  readonly updatedAt: number | null;
  readonly updatedBy: string | null;
  readonly reason: string | null;
  readonly origins: Readonly<Record<string, Origin>>;
}

/** Reads configurations for the admin panel. */
export class GetConfig {
  constructor(
    private readonly store: ConfigStore,
    private readonly settings: AllSettings,
  ) {}

  /** From the database, not from a cache. */
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
