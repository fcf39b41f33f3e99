import type { Knex } from 'knex';

import type {
  AuditEventQuery,
  StoredAuditEvent,
  AuditLogStore,
  TimedAuditEvent,
} from '../../../domain/operations/ports.ts';
import { maskEmail, maskPhone } from '../../../domain/operations/mask.ts';
import { inBatches } from '../batches.ts';
import type { Database } from '../database.ts';

const MAX_DETAIL_LENGTH = 500;
const SWEEP_BATCH_SIZE = 1000;

interface Row {
  readonly id: number | string;
  readonly at: number | string;
  readonly level: StoredAuditEvent['level'];
  readonly kind: StoredAuditEvent['kind'];
  readonly uid: string | null;
  readonly masked_email: string | null;
  readonly detail: string;
}

const toEvent = (row: Row): StoredAuditEvent => ({
  id: String(row.id),
  at: Number(row.at),
  level: row.level,
  kind: row.kind,
  uid: row.uid,
  maskedEmail: row.masked_email,
  detail: row.detail,
});

export class SqlAuditLogStore implements AuditLogStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add(events: readonly TimedAuditEvent[]): Promise<void> {
    const masked = await this.maskedAddresses(events.flatMap(({ uid }) => (uid === null ? [] : [uid])));
    const rows = events.map(({ at, level, kind, uid, detail }) => ({
      at,
      level,
      kind,
      uid,
      masked_email: uid === null ? null : (masked.get(uid) ?? null),
      detail: detail.slice(0, MAX_DETAIL_LENGTH),
    }));
    for (const batch of inBatches(rows)) await this.db.connection('server_events').insert(batch);
  }

  async list({ limit, level, kind, since, before }: AuditEventQuery): Promise<readonly StoredAuditEvent[]> {
    const query: Knex.QueryBuilder = this.db.connection('server_events');
    if (level !== undefined) void query.where({ level });
    if (kind !== undefined) void query.where({ kind });
    if (since !== undefined) void query.where('id', '>', Number(since) || 0);
    if (before !== undefined) void query.where('id', '<', Number(before) || 0);
    const rows: Row[] = await query.orderBy('id', 'desc').limit(limit);
    return rows.map(toEvent);
  }

  /** In small batches, so that writers can interleave. */
  async sweep(before: number): Promise<void> {
    for (;;) {
      const ids: number[] = await this.db
        .connection('server_events')
        .where('at', '<', before)
        .limit(SWEEP_BATCH_SIZE)
        .pluck('id');
      if (ids.length === 0) return;
      await this.db.connection('server_events').whereIn('id', ids).delete();
    }
  }

  private async maskedAddresses(uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const batch of inBatches([...new Set(uids)])) {
      const rows: { uid: string; email: string | null; phone_number: string | null }[] = await this.db
        .connection('users')
        .whereIn('uid', batch)
        .select('uid', 'email', 'phone_number');
      for (const { uid, email, phone_number: phone } of rows) {
        if (email !== null) found.set(uid, maskEmail(email));
        else if (phone !== null) found.set(uid, maskPhone(phone));
      }
    }
    return found;
  }
}
