import { Model } from 'objection';

import type { Cooldowns } from '../../../domain/accounts/ports.ts';
import type { Database } from '../database.ts';
import { insertIfAbsent } from '../insert-if-absent.ts';

class CooldownRow extends Model {
  static override tableName = 'paces';
  static override idColumn = 'subject';
  declare subject: string;
  declare next_at: number;
}

export class SqlCooldowns implements Cooldowns {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async start(subject: string, gapMs: number, now: number): Promise<number> {
    const next = { next_at: now + gapMs };
    if ((await this.cooldown(subject).where('next_at', '<=', now).update(next)) === 1) return 0;
    if (await insertIfAbsent(() => CooldownRow.query(this.db.connection).insert({ subject, ...next }))) return 0;
    const row: { next_at: number | string } | undefined = await this.cooldown(subject).first('next_at');
    return row ? Math.max(1, Number(row.next_at) - now) : gapMs;
  }

  async cancel(subject: string): Promise<void> {
    await this.cooldown(subject).delete();
  }

  async removeExpired(now: number): Promise<void> {
    await this.db.connection('paces').where('next_at', '<=', now).delete();
  }

  private cooldown(subject: string) {
    return this.db.connection('paces').where({ subject });
  }
}
