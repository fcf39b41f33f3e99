import { FOREVER, utcMonth } from '../../../domain/kernel/day.ts';
import type { Clock, Ids, Quota, Quotas, Reservation } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { SqlStore } from '../sql-store.ts';
import { parseQuotaKeys } from '../json-columns.ts';

/** A monthly period, unlike a daily one. */
const MONTH_PATTERN = '____-__';

type Key = Pick<Quota, 'subject' | 'period'>;

/** Carries the index of the exhausted quota out of the rolled-back transaction. */
class QuotaExhausted extends Error {
  constructor(readonly index: number) {
    super('A quota is exhausted.');
  }
}

/**
 * A counter is missing or full: roll back what was taken from the others. One error for all, because each new one
 * captures a stack trace.
 */
const SLOW_PATH_NEEDED = new Error('A counter is missing or full.');

const compareKeys = (a: Key, b: Key): number => {
  if (a.subject !== b.subject) return a.subject < b.subject ? -1 : 1;
  if (a.period !== b.period) return a.period < b.period ? -1 : 1;
  return 0;
};

/**
 * Counts by conditional updates, so a limit applies to all processes together, on both engines. `touched_at` is when a
 * counter was created: a use writes no index.
 */
export class SqlQuotas extends SqlStore implements Quotas {
  constructor(
    db: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super(db);
  }

  async reserve(quotas: readonly Quota[]): Promise<Reservation> {
    try {
      return await this.db.withSavepoint(() => this.reserveAtOnce(quotas));
    } catch (error) {
      if (error === SLOW_PATH_NEEDED) return this.reserveOneByOne(quotas);
      throw error;
    }
  }

  async settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    await this.db.transaction(async () => {
      const settle = "UPDATE reservations SET state = ?, settled_at = ? WHERE id = ? AND state = 'open'";
      const changed = await this.db.execute(settle, [outcome, this.clock.now(), reservationId]);
      if (changed === 1 && outcome === 'refunded') await this.refund(reservationId);
    });
  }

  async resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    await this.db.transaction(async () => {
      const change = 'UPDATE reservations SET state = ?, settled_at = ? WHERE id = ? AND state = ?';
      const other = outcome === 'charged' ? 'refunded' : 'charged';
      const corrected = await this.db.execute(change, [outcome, this.clock.now(), reservationId, other]);
      if (corrected === 0) await this.settle(reservationId, outcome);
      else if (outcome === 'refunded') await this.refund(reservationId);
      else await this.chargeAgain(reservationId);
    });
  }

  async getUsed(subject: string, period: string): Promise<number> {
    const row: { used: number } | undefined = await this.counter({ subject, period }).first('used');
    return row?.used ?? 0;
  }

  async clear(subject: string, period: string): Promise<void> {
    await this.counter({ subject, period }).delete();
  }

  async sweep(before: number): Promise<void> {
    const old = this.table('counters').where('touched_at', '<', before);
    await old.whereNot({ period: FOREVER }).whereNot('period', 'like', MONTH_PATTERN).delete();
    await this.table('counters').where('period', 'like', MONTH_PATTERN).where('period', '<', utcMonth(before)).delete();
    await this.table('reservations').where('settled_at', '<', before).delete();
  }

  /** One statement for all counters, sufficient if each exists and has room. Throws `SLOW_PATH_NEEDED`. */
  private async reserveAtOnce(quotas: readonly Quota[]): Promise<Reservation> {
    if (quotas.length === 0) throw SLOW_PATH_NEEDED;
    const taken = await this.incrementAll(quotas);
    if (taken !== quotas.length) throw SLOW_PATH_NEEDED;
    return this.insertReservation(quotas);
  }

  /** Creates missing counters and finds the one that refuses. */
  private async reserveOneByOne(quotas: readonly Quota[]): Promise<Reservation> {
    try {
      return await this.db.withSavepoint(async () => {
        await this.takeAll(quotas);
        return this.insertReservation(quotas);
      });
    } catch (error) {
      if (error instanceof QuotaExhausted) return { refused: error.index };
      throw error;
    }
  }

  /** Counters in a fixed order, so that two reservations cannot deadlock. */
  private async takeAll(quotas: readonly Quota[]): Promise<void> {
    const ordered = quotas.map((quota, index) => ({ quota, index })).sort((a, b) => compareKeys(a.quota, b.quota));
    const refused: number[] = [];
    for (const { quota, index } of ordered) if (!(await this.take(quota))) refused.push(index);
    if (refused.length > 0) throw new QuotaExhausted(Math.min(...refused));
  }

  private async take(quota: Quota): Promise<boolean> {
    if (await this.increment(quota)) return true;
    const { subject, period } = quota;
    const onConflict = this.db.dialect.onConflictUpdate(['subject', 'period'], 'touched_at');
    await this.db.execute(
      `INSERT INTO counters (subject, period, used, touched_at) VALUES (?, ?, 0, ?) ${onConflict}`,
      [subject, period, this.clock.now()],
    );
    return this.increment(quota);
  }

  private async increment(quota: Quota): Promise<boolean> {
    return (await this.incrementAll([quota])) === 1;
  }

  /** Takes one use from each counter that exists and has room; returns how many these were. */
  private incrementAll(quotas: readonly Quota[]): Promise<number> {
    const conditions = quotas.map(({ limit }) =>
      limit >= 0 ? '(subject = ? AND period = ? AND used < ?)' : '(subject = ? AND period = ?)',
    );
    const values = quotas.flatMap(({ subject, period, limit }) =>
      limit >= 0 ? [subject, period, limit] : [subject, period],
    );
    return this.db.execute(`UPDATE counters SET used = used + 1 WHERE ${conditions.join(' OR ')}`, values);
  }

  private async insertReservation(quotas: readonly Quota[]): Promise<Reservation> {
    const id = this.ids.next();
    const keys = JSON.stringify(quotas.map(({ subject, period }) => ({ subject, period })));
    await this.db.insert('reservations', [{ id, quotas: keys, state: 'open', created_at: this.clock.now() }]);
    return { id };
  }

  private async refund(reservationId: string): Promise<void> {
    for (const key of await this.keysOf(reservationId)) {
      await this.counter(key).where('used', '>', 0).decrement('used', 1);
    }
  }

  /** Ignores current limits: a use that was refunded too early did happen. */
  private async chargeAgain(reservationId: string): Promise<void> {
    for (const key of await this.keysOf(reservationId)) await this.take({ ...key, limit: -1 });
  }

  private async keysOf(reservationId: string): Promise<Key[]> {
    const row: { quotas: string } = await this.table('reservations').where({ id: reservationId }).first('quotas');
    return parseQuotaKeys(row.quotas).sort(compareKeys);
  }

  private counter({ subject, period }: Key) {
    return this.table('counters').where({ subject, period });
  }
}
