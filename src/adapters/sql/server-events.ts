import type { Knex } from 'knex';

import type { EventQuery, LoggedEvent, ServerEventLog, TimedEvent } from '../../domain/operations/ports.ts';
import { maskEmail, maskPhone } from '../../domain/operations/mask.ts';
import { inBatches } from './batches.ts';
import type { Database } from './database.ts';

const LONGEST_DETAIL = 500;
const SWEPT_AT_ONCE = 1000;

interface Row {
  readonly id: number | string;
  readonly at: number | string;
  readonly level: LoggedEvent['level'];
  readonly kind: LoggedEvent['kind'];
  readonly uid: string | null;
  readonly masked_email: string | null;
  readonly detail: string;
}

const toEvent = (row: Row): LoggedEvent => ({
  id: String(row.id),
  at: Number(row.at),
  level: row.level,
  kind: row.kind,
  uid: row.uid,
  maskedEmail: row.masked_email,
  detail: row.detail,
});

export class SqlServerEventLog implements ServerEventLog {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add(events: readonly TimedEvent[]): Promise<void> {
    const masked = await this.addressesOf(events.flatMap(({ uid }) => (uid === null ? [] : [uid])));
    const rows = events.map(({ at, level, kind, uid, detail }) => ({
      at,
      level,
      kind,
      uid,
      masked_email: uid === null ? null : (masked.get(uid) ?? null),
      detail: detail.slice(0, LONGEST_DETAIL),
    }));
    for (const batch of inBatches(rows)) await this.db.connection('server_events').insert(batch);
  }

  async read({ limit, level, kind, since, before }: EventQuery): Promise<readonly LoggedEvent[]> {
    const query: Knex.QueryBuilder = this.db.connection('server_events');
    if (level !== undefined) void query.where({ level });
    if (kind !== undefined) void query.where({ kind });
    if (since !== undefined) void query.where('id', '>', Number(since) || 0);
    if (before !== undefined) void query.where('id', '<', Number(before) || 0);
    const rows: Row[] = await query.orderBy('id', 'desc').limit(limit);
    return rows.map(toEvent);
  }

  /** A few at a time, so that writers get between. */
  async sweep(before: number): Promise<void> {
    for (;;) {
      const ids: number[] = await this.db
        .connection('server_events')
        .where('at', '<', before)
        .limit(SWEPT_AT_ONCE)
        .pluck('id');
      if (ids.length === 0) return;
      await this.db.connection('server_events').whereIn('id', ids).delete();
    }
  }

  private async addressesOf(uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const asked of inBatches([...new Set(uids)])) {
      const rows: { uid: string; email: string | null; phone_number: string | null }[] = await this.db
        .connection('users')
        .whereIn('uid', asked)
        .select('uid', 'email', 'phone_number');
      for (const { uid, email, phone_number: phone } of rows) {
        if (email !== null) found.set(uid, maskEmail(email));
        else if (phone !== null) found.set(uid, maskPhone(phone));
      }
    }
    return found;
  }
}
