import { Model } from 'objection';

import type { Cooldowns } from '../../../domain/accounts/ports.ts';
import { insertIfAbsent, SqlStore } from '../sql-store.ts';

class CooldownRow extends Model {
  static override tableName = 'paces';
  static override idColumn = 'subject';
}

export class SqlCooldowns extends SqlStore implements Cooldowns {
  async start(subject: string, gapMs: number, now: number): Promise<number> {
    const next = { next_at: now + gapMs };
    if ((await this.cooldown(subject).where('next_at', '<=', now).update(next)) === 1) return 0;
    if (await insertIfAbsent(CooldownRow.query(this.db.connection).insert({ subject, ...next }))) return 0;
    const row: { next_at: number } | undefined = await this.cooldown(subject).first('next_at');
    return row ? Math.max(1, row.next_at - now) : gapMs;
  }

  async cancel(subject: string): Promise<void> {
    await this.cooldown(subject).delete();
  }

  async removeExpired(now: number): Promise<void> {
    await this.table('paces').where('next_at', '<=', now).delete();
  }

  private cooldown(subject: string) {
    return this.table('paces').where({ subject });
  }
}
