import { Model } from 'objection';

import type { Pace } from '../../domain/accounts/ports.ts';
import type { Database } from './database.ts';
import { insertedFirst } from './inserted-first.ts';

class PaceRow extends Model {
  static override tableName = 'paces';
  static override idColumn = 'subject';
  declare subject: string;
  declare next_at: number;
}

export class SqlPace implements Pace {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async take(subject: string, gapMs: number, now: number): Promise<number> {
    const next = { next_at: now + gapMs };
    if ((await this.of(subject).where('next_at', '<=', now).update(next)) === 1) return 0;
    if (await insertedFirst(() => PaceRow.query(this.db.connection).insert({ subject, ...next }))) return 0;
    const row: { next_at: number | string } | undefined = await this.of(subject).first('next_at');
    return row ? Math.max(1, Number(row.next_at) - now) : gapMs;
  }

  async release(subject: string): Promise<void> {
    await this.of(subject).delete();
  }

  async removePast(now: number): Promise<void> {
    await this.db.connection('paces').where('next_at', '<=', now).delete();
  }

  private of(subject: string) {
    return this.db.connection('paces').where({ subject });
  }
}
