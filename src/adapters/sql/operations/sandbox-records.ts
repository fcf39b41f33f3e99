import { Model } from 'objection';

import type { SandboxRecord, SandboxRecords } from '../../../domain/billing/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { newestFirst, saveRevision, SqlStore } from '../sql-store.ts';

class SandboxRecordRow extends Model {
  static override tableName = 'sandbox_records';
  static override idColumn = ['kind', 'id'];
}

const records = rowMapping<SandboxRecord>({
  kind: 'kind',
  id: 'id',
  owner: 'owner',
  body: 'body',
  revision: 'revision',
  at: 'at',
});

export class SqlSandboxRecords extends SqlStore implements SandboxRecords {
  async find(kind: string, id: string): Promise<SandboxRecord | undefined> {
    const row = await this.rows().findOne({ kind, id });
    return row && records.fromRow(row);
  }

  async listByOwner(kind: string, owner: string, limit: number): Promise<readonly SandboxRecord[]> {
    const rows = this.rows().where({ kind, owner }).orderBy(newestFirst('at', 'id'));
    return (await rows.limit(limit)).map(records.fromRow);
  }

  save(record: SandboxRecord): Promise<boolean> {
    const { kind, id, revision } = record;
    return saveRevision(() => this.rows(), { kind, id }, { revision, row: records.toRow(record) });
  }

  private rows() {
    return SandboxRecordRow.query(this.db.connection);
  }
}
