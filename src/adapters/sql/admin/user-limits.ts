import type { CustomLimits, UserLimits } from '../../../domain/billing/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { TtlCache } from '../ttl-cache.ts';
import { USER_COUNTS } from './user-admin.ts';

/** Up to this many rows are cached; with more, each user's row is queried. */
const MAX_CACHED = 1000;

interface Row {
  readonly uid: string;
  readonly daily_messages: number | null;
  readonly moonshot_daily: number | null;
  readonly set_by: string;
  readonly set_at: number | string;
  readonly reason: string;
}

const toLimits = (row: Row): CustomLimits => ({
  uid: row.uid,
  dailyMessages: row.daily_messages,
  moonshotDaily: row.moonshot_daily,
  setBy: row.set_by,
  setAt: Number(row.set_at),
  reason: row.reason,
});

/** Custom limits are few and read with every message, so all of them are cached for a second. */
export class SqlUserLimits implements UserLimits {
  private readonly db: Database;
  private readonly cache: TtlCache<ReadonlyMap<string, CustomLimits> | undefined>;
  private readonly maxCached: number;

  constructor(db: Database, clock: Clock, maxCached = MAX_CACHED) {
    this.db = db;
    this.cache = new TtlCache(() => this.loadAll(), clock);
    this.maxCached = maxCached;
  }

  async find(uid: string): Promise<CustomLimits | undefined> {
    const cachedLimits = await this.cache.get();
    if (cachedLimits) return cachedLimits.get(uid);
    const row: Row | undefined = await this.table().where({ uid }).first();
    return row && toLimits(row);
  }

  async set(limits: CustomLimits): Promise<void> {
    const { uid, dailyMessages, moonshotDaily, setBy, setAt, reason } = limits;
    const row = {
      uid,
      daily_messages: dailyMessages,
      moonshot_daily: moonshotDaily,
      set_by: setBy,
      set_at: setAt,
      reason,
    };
    await this.table().insert(row).onConflict('uid').merge();
    this.invalidate();
  }

  async remove(uid: string): Promise<void> {
    await this.table().where({ uid }).delete();
    this.invalidate();
  }

  private invalidate(): void {
    this.cache.invalidate();
    this.db.recordChange(USER_COUNTS);
  }

  private async loadAll(): Promise<ReadonlyMap<string, CustomLimits> | undefined> {
    const rows: Row[] = await this.table().limit(this.maxCached + 1);
    return rows.length > this.maxCached ? undefined : new Map(rows.map((row) => [row.uid, toLimits(row)]));
  }

  private table() {
    return this.db.connection('user_limits');
  }
}
