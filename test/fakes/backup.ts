import { type BackupRecord, BackupRecords } from '../../src/domain/backup/ports.ts';

export class InMemoryBackupRecords extends BackupRecords {
  private records: readonly BackupRecord[] = [];

  async add(record: BackupRecord): Promise<void> {
    this.records = [...this.records, record]
      .toSorted((a, b) => b.finishedAt - a.finishedAt || (a.id < b.id ? 1 : -1))
      .slice(0, 200);
  }

  async list(limit: number): Promise<readonly BackupRecord[]> {
    return this.records.slice(0, limit);
  }
}
