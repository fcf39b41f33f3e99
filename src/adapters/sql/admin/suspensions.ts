import type { AdminDecision, Suspensions } from '../../../domain/user-admin/ports.ts';
import type { Database } from '../database.ts';

export class SqlSuspensions implements Suspensions {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async save(uid: string, { by, byName, at, reason }: AdminDecision): Promise<void> {
    await this.db
      .connection('suspensions')
      .insert({ uid, by_uid: by, by_name: byName, at, reason })
      .onConflict('uid')
      .merge();
  }

  async remove(uid: string): Promise<void> {
    await this.db.connection('suspensions').where({ uid }).delete();
  }
}
