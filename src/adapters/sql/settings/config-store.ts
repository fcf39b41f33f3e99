import { Model } from 'objection';
import { z } from 'zod';

import type { ConfigEntry, ConfigStore, ConfigVersion } from '../../../domain/admin/ports.ts';
import type { Json } from '../../../domain/kernel/json.ts';
import type { SettingsName } from '../../../shared/settings/documents.ts';
import { boolean, json, rowMapping } from '../row-mapping.ts';
import { insertIfAbsent, SqlStore } from '../sql-store.ts';

const jsonValue: z.ZodType<Json> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(jsonValue), z.record(z.string(), jsonValue)]),
);
const changes = z.array(
  z.object({ path: z.array(z.string()), from: jsonValue.exactOptional(), to: jsonValue.exactOptional() }),
);

class VersionRow extends Model {
  static override tableName = 'config_versions';
  static override idColumn = ['name', 'version'];
  declare document: string;
}

const entries = rowMapping<Omit<ConfigEntry, 'by'> & { byUid: string; byName: string }>({
  version: 'version',
  byUid: 'by_uid',
  byName: 'by_name',
  at: 'at',
  reason: 'reason',
  restored: 'restored',
  follows: boolean('follows'),
  changes: json('changes', (text) => changes.parse(JSON.parse(text))),
});

const toEntry = (row: object): ConfigEntry => {
  const { byUid: uid, byName: name, ...entry } = entries.fromRow(row);
  return { ...entry, by: { uid, name } };
};

const toVersion = (row: VersionRow): ConfigVersion => ({ ...toEntry(row), document: JSON.parse(row.document) });

/** Versions of configurations as rows; the number is part of the key, so one number is given once. */
export class SqlConfigStore extends SqlStore implements ConfigStore {
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
      .select(entries.columnsOf('config_versions'));
    if (before !== undefined) void rows.where('version', '<', before);
    return (await rows).map(toEntry);
  }

  add(name: SettingsName, { by, document, ...entry }: ConfigVersion): Promise<boolean> {
    const row = { ...entries.toRow({ ...entry, byUid: by.uid, byName: by.name }), name };
    return insertIfAbsent(this.rows().insert({ ...row, document: JSON.stringify(document) }));
  }

  private rows() {
    return VersionRow.query(this.db.connection);
  }
}
