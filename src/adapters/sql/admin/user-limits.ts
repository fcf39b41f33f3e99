import type { CustomLimits, UserLimits } from '../../../domain/billing/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';
import { TtlCache } from '../ttl-cache.ts';
import { USER_COUNTS } from '../accounts/user-rows.ts';

/** Up to this many rows are cached; with more, each user's row is queried. */
const MAX_CACHED = 1000;
const TABLE = 'user_limits';

export const customLimits = rowMapping<CustomLimits>({
  uid: 'uid',
  dailyMessages: 'daily_messages',
  moonshotDaily: 'moonshot_daily',
  setBy: 'set_by',
  setAt: 'set_at',
  reason: 'reason',
});

/** Custom limits are few and read with every message, so all of them are cached for a second. */
export class SqlUserLimits extends SqlStore implements UserLimits {
  private readonly cache: TtlCache<ReadonlyMap<string, CustomLimits> | undefined>;
  private readonly maxCached: number;

  constructor(db: Database, clock: Clock, maxCached = MAX_CACHED) {
    super(db);
    this.cache = new TtlCache(() => this.loadAll(), clock, { db, what: TABLE });
    this.maxCached = maxCached;
  }

  async find(uid: string): Promise<CustomLimits | undefined> {
    const cachedLimits = await this.cache.get();
    if (cachedLimits) return cachedLimits.get(uid);
    const row = await this.table(TABLE).where({ uid }).first();
    return row && customLimits.fromRow(row);
  }

  async set(limits: CustomLimits): Promise<void> {
    await this.upsertRow(TABLE, 'uid', customLimits.toRow(limits));
    this.recordChange();
  }

  async remove(uid: string): Promise<void> {
    await this.table(TABLE).where({ uid }).delete();
    this.recordChange();
  }

  private recordChange(): void {
    this.db.recordChange(TABLE);
    this.db.recordChange(USER_COUNTS);
  }

  private async loadAll(): Promise<ReadonlyMap<string, CustomLimits> | undefined> {
    const rows: object[] = await this.table(TABLE).limit(this.maxCached + 1);
    const limits = rows.map(customLimits.fromRow);
    return rows.length > this.maxCached ? undefined : new Map(limits.map((one) => [one.uid, one]));
  }
}
