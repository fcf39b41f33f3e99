import type {
  ServerEventQuery,
  StoredServerEvent,
  ServerEventStore,
  TimedServerEvent,
} from '../../../domain/operations/ports.ts';
import { whereContains } from '../accounts/user-rows.ts';
import { maskedAddresses } from '../accounts/masked-addresses.ts';
import { inBatches } from '../batches.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

const MAX_DETAIL_LENGTH = 500;
const SWEEP_BATCH_SIZE = 1000;

const events = rowMapping<StoredServerEvent>({
  id: { column: 'id', parse: String },
  at: 'at',
  level: 'level',
  kind: 'kind',
  uid: 'uid',
  maskedEmail: 'masked_email',
  detail: 'detail',
});

export class SqlServerEventStore extends SqlStore implements ServerEventStore {
  async add(added: readonly TimedServerEvent[]): Promise<void> {
    const masked = await maskedAddresses(
      this.db.connection,
      added.flatMap(({ uid }) => (uid === null ? [] : [uid])),
    );
    const rows = added.map(({ at, level, kind, uid, detail }) => ({
      at,
      level,
      kind,
      uid,
      masked_email: uid === null ? null : (masked.get(uid) ?? null),
      detail: detail.slice(0, MAX_DETAIL_LENGTH),
    }));
    for (const batch of inBatches(rows)) await this.table('server_events').insert(batch);
  }

  async list({ limit, since, before, ...filter }: ServerEventQuery): Promise<readonly StoredServerEvent[]> {
    const query = this.matching(filter);
    if (since !== undefined) void query.where('id', '>', Number(since) || 0);
    if (before !== undefined) void query.where('id', '<', Number(before) || 0);
    const rows: object[] = await query.orderBy('id', 'desc').limit(limit);
    return rows.map(events.fromRow);
  }

  private matching({ level, kind, text, person }: Omit<ServerEventQuery, 'limit'>) {
    const query = this.table('server_events');
    const [words, who] = [text, person].map((typed) => typed?.trim().toLowerCase() ?? '');
    if (level !== undefined) void query.where({ level });
    if (kind !== undefined) void query.where({ kind });
    if (words) void query.whereRaw('INSTR(LOWER(detail), ?) > 0', [words]);
    if (who) void query.whereIn('uid', this.uidsOf(who));
    return query;
  }

  private uidsOf(person: string) {
    return whereContains(this.table('users'), person).select('uid');
  }

  /** In small batches, so that writers can interleave. */
  async sweep(before: number): Promise<void> {
    for (;;) {
      const ids: number[] = await this.table('server_events')
        .where('at', '<', before)
        .limit(SWEEP_BATCH_SIZE)
        .pluck('id');
      if (ids.length === 0) return;
      await this.table('server_events').whereIn('id', ids).delete();
    }
  }
}
