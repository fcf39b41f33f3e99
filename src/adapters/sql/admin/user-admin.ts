import type { Knex } from 'knex';

import { dailyMessagesKey, moonshotMessagesKey } from '../../../domain/billing/quota-keys.ts';
import type { AdminDecision, UserAdmin, UserQuery, UserStats, UserOverview } from '../../../domain/user-admin/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { TtlCache } from '../ttl-cache.ts';
import { type Tier, TIERS } from '../../../shared/tiers.ts';

interface Row {
  readonly uid: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly subscription: Tier;
  readonly auth_mode: 'email' | 'phone';
  readonly created_at: number | string;
  readonly is_admin: boolean | number;
  readonly email_verified: boolean | number;
  readonly suspended_at: number | string | null;
}

interface LimitsRow {
  readonly uid: string;
  readonly daily_messages: number | null;
  readonly moonshot_daily: number | null;
  readonly set_by: string;
  readonly set_at: number | string;
  readonly reason: string;
}

interface DecisionRow {
  readonly uid: string;
  readonly by_uid: string;
  readonly by_name: string;
  readonly at: number | string;
  readonly reason: string;
}

type GrantRow = DecisionRow & { readonly tier: Tier };

/** Data of other tables, by uid. */
interface RelatedRows {
  readonly limits: ReadonlyMap<string, LimitsRow>;
  readonly grants: ReadonlyMap<string, GrantRow>;
  readonly suspensions: ReadonlyMap<string, DecisionRow>;
  readonly withKey: ReadonlySet<string>;
  readonly identities: ReadonlyMap<string, string>;
  readonly usedBySubject: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<string, string>;
}

const byUid = <T extends { readonly uid: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.uid, row]));

const toDecision = (row: DecisionRow): AdminDecision => ({
  by: row.by_uid,
  byName: row.by_name,
  at: Number(row.at),
  reason: row.reason,
});

/** `Database.noteChange` key of everything that changes totals: accounts, plans, custom limits. */
export const USER_COUNTS = 'how many people';

/** Pages beyond this offset are read from the oldest account if that is nearer. */
const DEEP_OFFSET = 2000;

/**
 * The user list with everything that admins see: found by an index, rows read for one page only. Totals are cached for
 * a second and recounted after a change in this process.
 */
export class SqlUserAdmin implements UserAdmin {
  private readonly db: Database;
  private readonly counts: TtlCache<UserStats>;
  private readonly deepOffset: number;
  private countedChanges = 0;

  constructor(db: Database, clock: Clock, deepOffset = DEEP_OFFSET) {
    this.db = db;
    this.counts = new TtlCache(() => this.countAll(), clock);
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
    return isLast ? page.offset + shownCount : (knownTotal ?? this.count(page));
  }

  /** Newest first. An offset costs, so a late page of `known` users is read from the other end. */
  private async listUids(page: UserQuery, knownTotal: number): Promise<string[]> {
    const { limit, offset } = page;
    const after = knownTotal - offset - limit;
    if (knownTotal === 0 || offset < this.deepOffset || offset <= after)
      return this.orderedUids(page, 'desc').limit(limit).offset(offset);
    const shownCount = Math.min(limit, knownTotal - offset);
    if (shownCount <= 0) return [];
    const oldestFirst: string[] = await this.orderedUids(page, 'asc').limit(shownCount).offset(Math.max(0, after));
    return oldestFirst.reverse();
  }

  private orderedUids(page: UserQuery, order: 'asc' | 'desc') {
    return this.matching(page)
      .orderBy([
        { column: 'created_at', order },
        { column: 'uid', order },
      ])
      .pluck('uid');
  }

  async find(uid: string, day: string): Promise<UserOverview | undefined> {
    return (await this.loadUsers([uid], day))[0];
  }

  async stats(): Promise<UserStats> {
    const changeCount = this.db.changeCount(USER_COUNTS);
    if (changeCount !== this.countedChanges) this.counts.invalidate();
    this.countedChanges = changeCount;
    return this.counts.get();
  }

  private async countAll(): Promise<UserStats> {
    const rows: { subscription: Tier; people: number | string }[] = await this.db
      .connection('users')
      .select('subscription')
      .count({ people: '*' })
      .groupBy('subscription');
    const ofTier = (tier: Tier) => Number(rows.find(({ subscription }) => subscription === tier)?.people ?? 0);
    const [limits]: { people: number | string }[] = await this.db.connection('user_limits').count({ people: '*' });
    const [free, basic, premium] = TIERS.map(ofTier);
    return {
      byTier: { free: free ?? 0, basic: basic ?? 0, premium: premium ?? 0 },
      withCustomLimits: Number(limits?.people ?? 0),
    };
  }

  private async count(page: UserQuery): Promise<number> {
    const [row]: { people: number | string }[] = await this.matching(page).count({ people: '*' });
    return Number(row?.people ?? 0);
  }

  private matching({ search, tier }: UserQuery): Knex.QueryBuilder {
    const query = this.db.connection('users');
    if (tier !== undefined) void query.where({ subscription: tier });
    const text = search.trim();
    if (text !== '') void query.whereRaw('INSTR(search_text, ?) > 0', [text.toLowerCase()]);
    return query;
  }

  private async loadUsers(uids: readonly string[], day: string): Promise<UserOverview[]> {
    if (uids.length === 0) return [];
    const rows: Row[] = await this.db.connection('users').whereIn('uid', [...uids]);
    const related = await this.loadRelated(uids, day);
    return rows.map((row) => toUserOverview(row, related));
  }

  private async loadRelated(uids: readonly string[], day: string): Promise<RelatedRows> {
    const of = <T>(table: string): Promise<T[]> =>
      this.db
        .connection(table)
        .whereIn('uid', [...uids])
        .then((rows: T[]) => rows);
    const limits = await of<LimitsRow>('user_limits');
    const [grants, suspensions, keys, identities] = [
      await of<GrantRow>('tier_grants'),
      await of<DecisionRow>('suspensions'),
      await of<{ uid: string }>('api_keys'),
      await of<{ uid: string; identity_key: string }>('identities'),
    ];
    const subjects = uids.flatMap((uid) => [dailyMessagesKey(uid), moonshotMessagesKey(uid)]);
    const counted: { subject: string; used: number }[] = await this.db
      .connection('counters')
      .whereIn('subject', subjects)
      .where({ period: day })
      .select('subject', 'used');
    const admins: { uid: string; name: string }[] =
      limits.length === 0
        ? []
        : await this.db
            .connection('users')
            .whereIn(
              'uid',
              limits.map(({ set_by: by }) => by),
            )
            .select('uid', 'name');
    return {
      limits: byUid(limits),
      grants: byUid(grants),
      suspensions: byUid(suspensions),
      withKey: new Set(keys.map(({ uid }) => uid)),
      identities: new Map(
        identities
          .filter(({ identity_key: key }) => !key.startsWith('phone:'))
          .map(({ uid, identity_key: key }) => [uid, key]),
      ),
      usedBySubject: new Map(counted.map(({ subject, used }) => [subject, used])),
      names: new Map(admins.map(({ uid, name }) => [uid, name])),
    };
  }
}

const totalFor = ({ byTier }: UserStats, tier: Tier | undefined): number =>
  tier === undefined ? byTier.free + byTier.basic + byTier.premium : byTier[tier];

/** `provider:issuer subject`: the subject is the provider's user id. */
const identitySubject = (key: string | undefined): string | null => key?.split(' ').at(-1) ?? null;

const toUserOverview = (row: Row, related: RelatedRows): UserOverview => {
  const { uid } = row;
  const grant = related.grants.get(uid);
  const suspension = related.suspensions.get(uid);
  return {
    uid,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    subscription: row.subscription,
    authMode: related.withKey.has(uid) ? 'apikey' : row.auth_mode,
    firebaseUid: identitySubject(related.identities.get(uid)),
    customLimits: toLimits(related.limits.get(uid), related.names),
    usage: {
      daily: related.usedBySubject.get(dailyMessagesKey(uid)) ?? 0,
      moonshotDaily: related.usedBySubject.get(moonshotMessagesKey(uid)) ?? 0,
    },
    createdAt: Number(row.created_at),
    isAdmin: Boolean(row.is_admin),
    emailVerified: Boolean(row.email_verified),
    suspended: row.suspended_at !== null && suspension ? toDecision(suspension) : null,
    granted: grant ? { ...toDecision(grant), tier: grant.tier } : null,
  };
};

const toLimits = (row: LimitsRow | undefined, names: RelatedRows['names']): UserOverview['customLimits'] =>
  row
    ? {
        dailyMessages: row.daily_messages,
        moonshotDaily: row.moonshot_daily,
        setBy: names.get(row.set_by) ?? row.set_by,
        setAt: Number(row.set_at),
        reason: row.reason,
      }
    : null;
