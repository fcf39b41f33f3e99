import type { Decision, Suspensions } from '../../domain/people/ports.ts';
import type { Database } from './database.ts';

export class SqlSuspensions implements Suspensions {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async note(uid: string, { by, byName, at, reason }: Decision): Promise<void> {
    await this.db
      .connection('suspensions')
      .insert({ uid, by_uid: by, by_name: byName, at, reason })
      .onConflict('uid')
      .merge();
  }

  async forget(uid: string): Promise<void> {
    await this.db.connection('suspensions').where({ uid }).delete();
  }
}
