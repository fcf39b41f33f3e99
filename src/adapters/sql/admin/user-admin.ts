import type { Knex } from 'knex';

import { dailyMessagesKey, moonshotMessagesKey } from '../../../domain/billing/quota-keys.ts';
import type {
  UserAdmin,
  UserBatchQuery,
  UserOverview,
  UserQuery,
  UserStats,
} from '../../../domain/user-admin/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { toUser, USER_COUNTS, whereContains } from '../accounts/user-rows.ts';
import { countRows, SqlStore } from '../sql-store.ts';
import { findGroupNames } from '../groups/group-names.ts';
import { type RelatedRows, type UidRow, toUserOverview } from './user-overview.ts';
import { OWNER_PREFIX, SORTS } from './user-sorts.ts';
import { TtlCache } from '../ttl-cache.ts';
import type { Tier } from '../../../shared/tiers.ts';

const byUid = <T extends { readonly uid: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.uid, row]));

/** Pages beyond this offset are read from the oldest account if that is nearer. */
const DEEP_OFFSET = 2000;

/**
 * The user list with everything that admins see: found by an index, rows read for one page only. Totals are cached for
 * a second and recounted after a change in this process.
 */
export class SqlUserAdmin extends SqlStore implements UserAdmin {
  private readonly counts: TtlCache<UserStats>;
  private readonly deepOffset: number;

  constructor(db: Database, clock: Clock, deepOffset = DEEP_OFFSET) {
    super(db);
    this.counts = new TtlCache(() => this.countAll(), clock, { db, what: USER_COUNTS });
    this.deepOffset = deepOffset;
  }

  async list(page: UserQuery): Promise<{ readonly people: readonly UserOverview[]; readonly total: number }> {
    const knownTotal = page.search.trim() === '' ? totalFor(await this.stats(), page.tier) : undefined;
    const uids = await this.listUids(page, knownTotal ?? 0);
    const found = byUid(await this.loadUsers(uids, page.day));
    return {
      people: uids.flatMap((uid) => found.get(uid) ?? []),
      total: await this.total(page, uids.length, knownTotal),
    };
  }

  /** A page that is not full is the last one and gives the total: a selective search has scanned everything by then. */
  private async total(page: UserQuery, shownCount: number, knownTotal: number | undefined): Promise<number> {
    const isLast = shownCount < page.limit && (shownCount > 0 || page.offset === 0);
    return isLast ? page.offset + shownCount : (knownTotal ?? countRows(this.matching(page)));
  }

  /** Newest first. An offset costs, so a late page of `knownTotal` users is read from the other end. */
  private async listUids(page: UserQuery, knownTotal: number): Promise<string[]> {
    const { limit, offset } = page;
    const after = knownTotal - offset - limit;
    if (page.sort && page.sort.by !== 'joined') return this.sortedUids(page, page.sort);
    if (page.sort?.order === 'asc') return this.orderedUids(page, 'asc').limit(limit).offset(offset);
    if (knownTotal === 0 || offset < this.deepOffset || offset <= after)
      return this.orderedUids(page, 'desc').limit(limit).offset(offset);
    const shownCount = Math.min(limit, knownTotal - offset);
    if (shownCount <= 0) return [];
    const oldestFirst: string[] = await this.orderedUids(page, 'asc').limit(shownCount).offset(Math.max(0, after));
    return oldestFirst.reverse();
  }

  private orderedUids(page: UserQuery, order: 'asc' | 'desc') {
    return this.matching(page).orderBy('created_at', order).orderBy('uid', order).pluck('uid');
  }

  /** Reads all that match, and holds no more than the page. */
  private sortedUids(page: UserQuery, { by, order }: NonNullable<UserQuery['sort']>): Promise<string[]> {
    const query = this.matching(page);
    const { join, column } = SORTS[by];
    if (join) void query.leftJoin(join(this.db.connection, page.day), 'sorted.uid', 'users.uid');
    return query
      .orderByRaw(`${column} ${order === 'asc' ? 'ASC' : 'DESC'}`)
      .orderBy('users.uid', order)
      .limit(page.limit)
      .offset(page.offset)
      .pluck('users.uid');
  }

  async listAfter({ after, limit, day, ...filter }: UserBatchQuery): Promise<readonly UserOverview[]> {
    const uids: string[] = await this.matching(filter)
      .where('uid', '>', after)
      .orderBy('uid')
      .limit(limit)
      .pluck('uid');
    const found = byUid(await this.loadUsers(uids, day));
    return uids.flatMap((uid) => found.get(uid) ?? []);
  }

  async find(uid: string, day: string): Promise<UserOverview | undefined> {
    return (await this.loadUsers([uid], day))[0];
  }

  async stats(): Promise<UserStats> {
    return this.counts.get();
  }

  private async countAll(): Promise<UserStats> {
    const rows: { subscription: Tier; people: number }[] = await this.table('users')
      .select('subscription')
      .count({ people: '*' })
      .groupBy('subscription');
    const byTier = { free: 0, basic: 0, premium: 0 };
    for (const { subscription, people } of rows) byTier[subscription] = people;
    return { byTier, withCustomLimits: await countRows(this.table('user_limits')) };
  }

  private matching({ search, tier }: Pick<UserQuery, 'search' | 'tier'>): Knex.QueryBuilder {
    const query = this.db.connection('users');
    if (tier !== undefined) void query.where({ subscription: tier });
    return search.trim() === '' ? query : whereContains(query, search);
  }

  private async loadUsers(uids: readonly string[], day: string): Promise<UserOverview[]> {
    if (uids.length === 0) return [];
    const rows: object[] = await this.table('users').whereIn('uid', uids);
    const related = await this.loadRelated(uids, day);
    const groups = await findGroupNames(
      this.db,
      rows.flatMap((row) => toUser(row).groupIds),
    );
    return rows.map((row) => toUserOverview(row, { ...related, groups }));
  }

  private async loadRelated(uids: readonly string[], day: string): Promise<Omit<RelatedRows, 'groups'>> {
    const rowsOf = <T extends UidRow>(table: string): PromiseLike<T[]> => this.table(table).whereIn('uid', uids);
    const limits = await rowsOf<UidRow & { set_by: string }>('user_limits');
    const granted = await rowsOf('tier_grants');
    const claimed = await rowsOf('claimed_plans');
    const suspended = await rowsOf('suspensions');
    const subscribed = await rowsOf('subscriptions');
    const cancelled = await rowsOf('plan_cancellations');
    const keys = await rowsOf('user_api_keys');
    const identities = await rowsOf<UidRow & { identity_key: string }>('identities');
    const subjects = uids.flatMap((uid) => [dailyMessagesKey(uid), moonshotMessagesKey(uid)]);
    const counted: { subject: string; used: number }[] = await this.table('counters')
      .whereIn('subject', subjects)
      .where({ period: day })
      .select('subject', 'used');
    const days: { owner: string; day: string }[] = await this.table('usage_last_days')
      .whereIn(
        'owner',
        uids.map((uid) => OWNER_PREFIX + uid),
      )
      .select('owner', 'day');
    const setters = limits.map(({ set_by: by }) => by);
    const admins: { uid: string; name: string }[] =
      setters.length === 0 ? [] : await this.table('users').whereIn('uid', setters).select('uid', 'name');
    return {
      limits: byUid(limits),
      grants: byUid(granted),
      claimed,
      suspensions: byUid(suspended),
      subscriptions: subscribed,
      planCancellations: byUid(cancelled),
      withKey: new Set(keys.map(({ uid }) => uid)),
      identities: new Map(
        identities
          .filter(({ identity_key: key }) => !key.startsWith('phone:'))
          .map(({ uid, identity_key: key }) => [uid, key]),
      ),
      usedBySubject: new Map(counted.map(({ subject, used }) => [subject, used])),
      names: new Map(admins.map(({ uid, name }) => [uid, name])),
      lastDays: new Map(days.map(({ owner, day: last }) => [owner.slice(OWNER_PREFIX.length), last])),
    };
  }
}

const totalFor = ({ byTier }: UserStats, tier: Tier | undefined): number =>
  tier === undefined ? byTier.free + byTier.basic + byTier.premium : byTier[tier];
