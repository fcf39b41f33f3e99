import { UniqueViolationError, Model } from 'objection';
import { z } from 'zod';

import { type ConfigEntry, ConfigStore, type ConfigVersion } from '../../../domain/admin/ports.ts';
import type { Json } from '../../../domain/kernel/json.ts';
import type { SettingsName } from '../../../shared/settings/documents.ts';
import type { Database } from '../database.ts';

const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(json), z.record(z.string(), json)]),
);
const changes = z.array(z.object({ path: z.array(z.string()), from: json.exactOptional(), to: json.exactOptional() }));

const ENTRY = ['version', 'by_uid', 'by_name', 'at', 'reason', 'restored', 'follows', 'changes'] as const;

class VersionRow extends Model {
  static override tableName = 'config_versions';
  static override idColumn = ['name', 'version'];
  declare name: string;
  declare version: number;
  declare by_uid: string;
  declare by_name: string;
  declare at: number;
  declare reason: string;
  declare restored: number | null;
  declare follows: boolean;
  declare changes: string;
  declare document: string;
}

const toEntry = (row: Omit<VersionRow, 'document'>): ConfigEntry => ({
  version: row.version,
  by: { uid: row.by_uid, name: row.by_name },
  at: row.at,
  reason: row.reason,
  restored: row.restored,
  follows: Boolean(row.follows),
  changes: changes.parse(JSON.parse(row.changes)),
});

const toVersion = (row: VersionRow): ConfigVersion => ({
  ...toEntry(row),
  document: JSON.parse(row.document),
});

/** Versions of configurations as rows; the number is part of the key, so one number is given once. */
export class SqlConfigStore extends ConfigStore {
  private readonly db: Database;

  constructor(db: Database) {
    super();
    this.db = db;
  }

  async newest(name: SettingsName): Promise<ConfigVersion | undefined> {
    const row = await this.rows().where({ name }).orderBy('version', 'desc').first();
    return row && toVersion(row);
  }

  async find(name: SettingsName, version: number): Promise<ConfigVersion | undefined> {
    const row = await this.rows().findOne({ name, version });
    return row && toVersion(row);
  }

  async list(
    name: SettingsName,
    { limit, before }: { limit: number; before?: number | undefined },
  ): Promise<readonly ConfigEntry[]> {
    const rows = this.rows()
      .where({ name })
      .orderBy('version', 'desc')
      .limit(limit)
      .select(...ENTRY);
    if (before !== undefined) void rows.where('version', '<', before);
    return (await rows).map(toEntry);
  }

  async add(name: SettingsName, { by, changes: changed, document, ...entry }: ConfigVersion): Promise<boolean> {
    const { version, at, reason, restored, follows } = entry;
    const row = { name, version, at, reason, restored, follows, by_uid: by.uid, by_name: by.name };
    try {
      await this.rows().insert({ ...row, changes: JSON.stringify(changed), document: JSON.stringify(document) });
      return true;
    } catch (error) {
      if (error instanceof UniqueViolationError) return false;
      throw error;
    }
  }

  private rows() {
    return VersionRow.query(this.db.connection);
  }
}
