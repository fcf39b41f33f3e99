import type { Clock, Ids, Quota, Quotas, Reservation } from '../../domain/kernel/ports.ts';
import type { Database } from './database.ts';
import { parseQuotaKeys } from './json.ts';

type Key = Pick<Quota, 'subject' | 'period'>;

const order = (a: Key, b: Key): number => {
  if (a.subject !== b.subject) return a.subject < b.subject ? -1 : 1;
  if (a.period !== b.period) return a.period < b.period ? -1 : 1;
  return 0;
};

/** Counts by conditional updates, so that a limit holds for all processes together and on both engines. */
export class SqlQuotas implements Quotas {
  private readonly db: Database;
  private readonly ids: Ids;
  private readonly clock: Clock;

  constructor(db: Database, ids: Ids, clock: Clock) {
    this.db = db;
    this.ids = ids;
    this.clock = clock;
  }

  reserve(quotas: readonly Quota[]): Promise<Reservation> {
    return this.db.transaction(async () => {
      const refused = await this.takeAll(quotas);
      return refused === undefined ? this.note(quotas) : { refused };
    });
  }

  async settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    await this.db.transaction(async () => {
      const open = this.db.connection('reservations').where({ id: reservationId, state: 'open' });
      const changed = await open.update({ state: outcome, settled_at: this.clock.now() });
      if (changed === 1 && outcome === 'refunded') await this.giveBack(reservationId);
    });
  }

  async used(subject: string, period: string): Promise<number> {
    const row: { used: number } | undefined = await this.counter({ subject, period }).first('used');
    return row?.used ?? 0;
  }

  async clear(subject: string, period: string): Promise<void> {
    await this.counter({ subject, period }).delete();
  }

  async sweep(before: number): Promise<void> {
    await this.db.connection('counters').where('touched_at', '<', before).delete();
    await this.db.connection('reservations').where('settled_at', '<', before).delete();
  }

  /**
   * All counters in one fixed order, so that two reservations never wait for each other in a circle. Answers the first of
   * those asked for that is exhausted, having given the others back: what is around us may go on without the reservation.
   */
  private async takeAll(quotas: readonly Quota[]): Promise<number | undefined> {
    const asked = quotas.map((quota, index) => ({ quota, index })).sort((a, b) => order(a.quota, b.quota));
    const taken: Quota[] = [];
    const refused: number[] = [];
    for (const { quota, index } of asked) {
      if (await this.take(quota)) taken.push(quota);
      else refused.push(index);
    }
    if (refused.length === 0) return undefined;
    for (const quota of taken) await this.putBack(quota);
    return Math.min(...refused);
  }

  private async take(quota: Quota): Promise<boolean> {
    if (await this.increment(quota)) return true;
    const { subject, period } = quota;
    const fresh = { subject, period, used: 0, touched_at: this.clock.now() };
    await this.db.connection('counters').insert(fresh).onConflict(['subject', 'period']).merge(['touched_at']);
    return this.increment(quota);
  }

  private async increment(quota: Quota): Promise<boolean> {
    const counter = this.counter(quota);
    if (quota.limit >= 0) counter.where('used', '<', quota.limit);
    return (await counter.increment('used', 1).update({ touched_at: this.clock.now() })) === 1;
  }

  private async note(quotas: readonly Quota[]): Promise<Reservation> {
    const id = this.ids.next();
    const keys = JSON.stringify(quotas.map(({ subject, period }) => ({ subject, period })));
    await this.db.connection('reservations').insert({ id, quotas: keys, state: 'open', created_at: this.clock.now() });
    return { id };
  }

  private async giveBack(reservationId: string): Promise<void> {
    const row: { quotas: string } = await this.db.connection('reservations').where({ id: reservationId }).first('quotas');
    for (const key of parseQuotaKeys(row.quotas).sort(order)) {
      await this.putBack(key);
    }
  }

  private async putBack(key: Key): Promise<void> {
    await this.counter(key).where('used', '>', 0).decrement('used', 1).update({ touched_at: this.clock.now() });
  }

  private counter({ subject, period }: Key) {
    return this.db.connection('counters').where({ subject, period });
  }
}
