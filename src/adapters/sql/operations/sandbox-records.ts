import { Model, UniqueViolationError } from 'objection';

import type { SandboxRecord, SandboxRecords } from '../../../domain/billing/ports.ts';
import type { Database } from '../database.ts';

class SandboxRecordRow extends Model {
  static override tableName = 'sandbox_records';
  static override idColumn = ['kind', 'id'];
  declare kind: string;
  declare id: string;
  declare owner: string;
  declare body: string;
  declare revision: number;
  declare at: number;
}

const toRecord = ({ kind, id, owner, body, revision, at }: SandboxRecordRow): SandboxRecord => ({
  kind,
  id,
  owner,
  body,
  revision,
  at,
});

export class SqlSandboxRecords implements SandboxRecords {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(kind: string, id: string): Promise<SandboxRecord | undefined> {
    const row = await this.rows().findOne({ kind, id });
    return row && toRecord(row);
  }

  async listByOwner(kind: string, owner: string, limit: number): Promise<readonly SandboxRecord[]> {
    const newest = [
      { column: 'at', order: 'desc' as const },
      { column: 'id', order: 'desc' as const },
    ];
    return (await this.rows().where({ kind, owner }).orderBy(newest).limit(limit)).map(toRecord);
  }

  async save(record: SandboxRecord): Promise<boolean> {
    const { kind, id, revision } = record;
    if (revision > 1)
      return (
        (await this.rows()
          .patch({ ...record })
          .where({ kind, id, revision: revision - 1 })) === 1
      );
    try {
      await this.rows().insert({ ...record });
      return true;
    } catch (error) {
      if (error instanceof UniqueViolationError) return false;
      throw error;
    }
  }

  private rows() {
    return SandboxRecordRow.query(this.db.connection);
  }
}
