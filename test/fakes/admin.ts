import {
  AdminOverrides,
  type ConfigEntry,
  ConfigStore,
  type ConfigVersion,
  type Override,
} from '../../src/domain/admin/ports.ts';
import type { SettingsName } from '../../src/shared/settings/documents.ts';
import { NOON } from '../support/builders.ts';
import { type Restorable, Rows } from './kernel.ts';

/** A first version by Ada, of the trial's configuration unless another document is given. */
export const aVersion = (document: unknown, more: Partial<ConfigEntry> = {}): ConfigVersion => ({
  version: 1,
  by: { uid: 'ada', name: 'Ada' },
  at: NOON,
  reason: 'Spring',
  restored: null,
  follows: false,
  changes: [],
  document,
  ...more,
});

export class InMemoryConfigStore extends ConfigStore implements Restorable {
  private readonly rows = new Rows<ConfigVersion>();

  async newest(name: SettingsName): Promise<ConfigVersion | undefined> {
    const [newest] = await this.list(name, { limit: 1 });
    return newest && this.find(name, newest.version);
  }

  async find(name: SettingsName, version: number): Promise<ConfigVersion | undefined> {
    return this.rows.get(`${name} ${version}`);
  }

  async list(
    name: SettingsName,
    { limit, before = Infinity }: { limit: number; before?: number | undefined },
  ): Promise<readonly ConfigEntry[]> {
    const own = this.rows.entries().filter(([key, { version }]) => key === `${name} ${version}` && version < before);
    const entries = own.map(([, { document: _, ...entry }]) => entry);
    return entries.sort((a, b) => b.version - a.version).slice(0, limit);
  }

  async add(name: SettingsName, version: ConfigVersion): Promise<boolean> {
    const key = `${name} ${version.version}`;
    if (this.rows.get(key)) return false;
    this.rows.set(key, version);
    return true;
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }
}

export class InMemoryAdminOverrides extends AdminOverrides implements Restorable {
  private readonly rows = new Rows<Override>();

  async find(uid: string, now: number): Promise<Override | undefined> {
    const override = this.rows.get(uid);
    return override && override.expiresAt > now ? override : undefined;
  }

  async set(uid: string, _tokenDigest: string, override: Override): Promise<void> {
    this.rows.set(uid, override);
  }

  async clear(uid: string): Promise<void> {
    this.rows.delete(uid);
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }
}
