import { z } from 'zod';

import {
  type ConnectedProvider,
  ConnectedProviders,
  type StoredProvider,
} from '../../../domain/admin/providers/ports.ts';
import type { SecretBox } from '../../../domain/admin/setup/ports.ts';
import { PROVIDER_NEEDS } from '../../../shared/providers.ts';
import type { SettingsTable } from './sql-settings.ts';

const ROW_PREFIX = 'provider:';

const storedProvider = z.object({
  need: z.enum(PROVIDER_NEEDS),
  kind: z.string(),
  name: z.string(),
  baseUrl: z.string().nullable(),
  model: z.string().nullable(),
  user: z.string().nullable(),
  sender: z.string().nullable(),
  /** Encrypted; `SEALED_PLACES` finds it by this name. */
  key: z.string().nullable(),
});

/** Rows of the settings, one a provider, their keys encrypted. */
export class SqlConnectedProviders extends ConnectedProviders {
  private readonly reported = new Set<string>();

  constructor(
    private readonly table: SettingsTable,
    private readonly secrets: SecretBox,
    private readonly failed: (what: string, error: unknown) => void,
  ) {
    super();
  }

  async list(): Promise<readonly StoredProvider[]> {
    const rows = await this.table.withPrefix(ROW_PREFIX);
    return rows.map(({ name, value }) => this.toProvider(name.slice(ROW_PREFIX.length), value));
  }

  async lock(id: string): Promise<StoredProvider | undefined> {
    const value = await this.table.lock(ROW_PREFIX + id);
    return value === undefined ? undefined : this.toProvider(id, value);
  }

  save({ id, apiKey, need, kind, name, baseUrl, model, user, sender }: ConnectedProvider): Promise<void> {
    const key = apiKey === null ? null : this.secrets.seal(apiKey);
    const value = JSON.stringify({ need, kind, name, baseUrl, model, user, sender, key });
    return this.table.put({ name: ROW_PREFIX + id, value });
  }

  remove(id: string): Promise<void> {
    return this.table.remove(ROW_PREFIX + id);
  }

  private toProvider(id: string, value: string): StoredProvider {
    const { key, ...provider } = storedProvider.parse(JSON.parse(value));
    const apiKey = key === null ? null : this.secrets.open(key);
    if (apiKey === undefined) this.reportOnce(id);
    return { ...provider, id, apiKey: apiKey ?? null, isLocked: apiKey === undefined };
  }

  /** Every process looks every other second. */
  private reportOnce(id: string): void {
    if (!this.reported.has(id))
      this.failed(`using the provider ${id}`, new Error('APP_SECRET has changed since its key was stored'));
    this.reported.add(id);
  }
}
