import { type BackupRecord, BackupRecords } from '../../../domain/backup/ports.ts';
import type { Database } from '../database.ts';
import { rowMapping } from '../row-mapping.ts';
import { newestFirst } from '../sql-store.ts';

const MAX_RECORDS = 200;

const records = rowMapping<BackupRecord>({
  id: 'id',
  finishedAt: 'finished_at',
  place: 'place',
  bytes: 'bytes',
  error: 'error',
});

export class SqlBackupRecords extends BackupRecords {
  constructor(private readonly db: Database) {
    super();
  }

  async add(record: BackupRecord): Promise<void> {
    await this.rows().insert(records.toRow(record));
    const ids: string[] = await this.rows().orderBy(newestFirst('finished_at', 'id')).limit(MAX_RECORDS).pluck('id');
    if (ids.length === MAX_RECORDS) await this.rows().whereNotIn('id', ids).delete();
  }

  async list(limit: number): Promise<readonly BackupRecord[]> {
    const rows: object[] = await this.rows().orderBy(newestFirst('finished_at', 'id')).limit(limit);
    return rows.map(records.fromRow);
  }

  private rows() {
    return this.db.connection('backups');
  }
}
