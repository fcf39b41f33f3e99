import type { Knex } from 'knex';

import { messagesOf, moonshotMessagesOf } from '../../domain/billing/subjects.ts';
import type { Decision, People, PeoplePage, PeopleStats, PersonRow } from '../../domain/people/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { type Tier, TIERS } from '../../domain/kernel/tier.ts';
import type { Database } from './database.ts';
import { Fresh } from './fresh.ts';

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

interface LimitRow {
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

/** What stands about some accounts in other tables, by uid. */
interface Beside {
  readonly limits: ReadonlyMap<string, LimitRow>;
  readonly grants: ReadonlyMap<string, GrantRow>;
  readonly suspensions: ReadonlyMap<string, DecisionRow>;
  readonly withKey: ReadonlySet<string>;
  readonly identities: ReadonlyMap<string, string>;
  readonly used: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<string, string>;
}

const byUid = <T extends { readonly uid: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.uid, row]));

const toDecision = (row: DecisionRow): Decision => ({
  by: row.by_uid,
  byName: row.by_name,
  at: Number(row.at),
  reason: row.reason,
});

/** `Database.noteChange` of whatever changes how many accounts there are, of which plan, or with limits of their own. */
export const HOW_MANY_PEOPLE = 'how many people';

/** Pages from here on are looked for from the oldest account when that is nearer. */
const FAR = 2000;

/**
 * Accounts with all that admins are shown of them: found by an index, read for one page only. How many there are is counted
 * at most once a second, and anew after a change in this process.
 */
export class SqlPeople implements People {
  private readonly db: Database;
  private readonly counts: Fresh<PeopleStats>;
  private readonly far: number;
  private changes = 0;

  constructor(db: Database, clock: Clock, far = FAR) {
    this.db = db;
    this.counts = new Fresh(() => this.countAll(), clock);
    this.far = far;
  }

  async list(page: PeoplePage): Promise<{ readonly people: readonly PersonRow[]; readonly total: number }> {
    const known = page.search.trim() === '' ? totalOf(await this.stats(), page.tier) : undefined;
    const uids = await this.inOrder(page, known ?? 0);
    const found = byUid(await this.read(uids, page.day));
    return { people: uids.flatMap((uid) => found.get(uid) ?? []), total: await this.total(page, uids.length, known) };
  }

  /** A page that is not full is the last one and tells the total: a search for few people has walked through all by then. */
  private async total(page: PeoplePage, shown: number, known: number | undefined): Promise<number> {
    const isLast = shown < page.limit && (shown > 0 || page.offset === 0);
    return isLast ? page.offset + shown : (known ?? this.count(page));
  }

  /** Newest first. What is skipped costs, so a late page of `known` people is walked to from the other end. */
  private async inOrder(page: PeoplePage, known: number): Promise<string[]> {
    const { limit, offset } = page;
    const after = known - offset - limit;
    if (known === 0 || offset < this.far || offset <= after) return this.walk(page, 'desc').limit(limit).offset(offset);
    const shown = Math.min(limit, known - offset);
    if (shown <= 0) return [];
    const oldestFirst: string[] = await this.walk(page, 'asc').limit(shown).offset(Math.max(0, after));
    return oldestFirst.reverse();
  }

  private walk(page: PeoplePage, order: 'asc' | 'desc') {
    return this.sought(page)
      .orderBy([
        { column: 'created_at', order },
        { column: 'uid', order },
      ])
      .pluck('uid');
  }

  async find(uid: string, day: string): Promise<PersonRow | undefined> {
    return (await this.read([uid], day))[0];
  }

  async stats(): Promise<PeopleStats> {
    const changes = this.db.changesOf(HOW_MANY_PEOPLE);
    if (changes !== this.changes) this.counts.forget();
    this.changes = changes;
    return this.counts.get();
  }

  private async countAll(): Promise<PeopleStats> {
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

  private async count(page: PeoplePage): Promise<number> {
    const [row]: { people: number | string }[] = await this.sought(page).count({ people: '*' });
    return Number(row?.people ?? 0);
  }

  private sought({ search, tier }: PeoplePage): Knex.QueryBuilder {
    const query = this.db.connection('users');
    if (tier !== undefined) void query.where({ subscription: tier });
    const text = search.trim();
    if (text !== '') void query.whereRaw('INSTR(search_text, ?) > 0', [text.toLowerCase()]);
    return query;
  }

  private async read(uids: readonly string[], day: string): Promise<PersonRow[]> {
    if (uids.length === 0) return [];
    const rows: Row[] = await this.db.connection('users').whereIn('uid', [...uids]);
    const beside = await this.beside(uids, day);
    return rows.map((row) => toPerson(row, beside));
  }

  private async beside(uids: readonly string[], day: string): Promise<Beside> {
    const of = <T>(table: string): Promise<T[]> =>
      this.db
        .connection(table)
        .whereIn('uid', [...uids])
        .then((rows: T[]) => rows);
    const limits = await of<LimitRow>('user_limits');
    const [grants, suspensions, keys, identities] = [
      await of<GrantRow>('tier_grants'),
      await of<DecisionRow>('suspensions'),
      await of<{ uid: string }>('api_keys'),
      await of<{ uid: string; identity_key: string }>('identities'),
    ];
    const subjects = uids.flatMap((uid) => [messagesOf(uid), moonshotMessagesOf(uid)]);
    const counted: { subject: string; used: number }[] = await this.db
      .connection('counters')
      .whereIn('subject', subjects)
      .where({ period: day })
      .select('subject', 'used');
    const setters: { uid: string; name: string }[] =
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
      used: new Map(counted.map(({ subject, used }) => [subject, used])),
      names: new Map(setters.map(({ uid, name }) => [uid, name])),
    };
  }
}

const totalOf = ({ byTier }: PeopleStats, tier: Tier | undefined): number =>
  tier === undefined ? byTier.free + byTier.basic + byTier.premium : byTier[tier];

/** `provider:issuer subject`: the subject is the id that the provider gave. */
const subjectOf = (key: string | undefined): string | null => key?.split(' ').at(-1) ?? null;

const toPerson = (row: Row, beside: Beside): PersonRow => {
  const { uid } = row;
  const grant = beside.grants.get(uid);
  const suspension = beside.suspensions.get(uid);
  return {
    uid,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    subscription: row.subscription,
    authMode: beside.withKey.has(uid) ? 'apikey' : row.auth_mode,
    firebaseUid: subjectOf(beside.identities.get(uid)),
    customLimits: toLimits(beside.limits.get(uid), beside.names),
    usage: {
      daily: beside.used.get(messagesOf(uid)) ?? 0,
      moonshotDaily: beside.used.get(moonshotMessagesOf(uid)) ?? 0,
    },
    createdAt: Number(row.created_at),
    isAdmin: Boolean(row.is_admin),
    emailVerified: Boolean(row.email_verified),
    suspended: row.suspended_at !== null && suspension ? toDecision(suspension) : null,
    granted: grant ? { ...toDecision(grant), tier: grant.tier } : null,
  };
};

const toLimits = (row: LimitRow | undefined, names: Beside['names']): PersonRow['customLimits'] =>
  row
    ? {
        dailyMessages: row.daily_messages,
        moonshotDaily: row.moonshot_daily,
        setBy: names.get(row.set_by) ?? row.set_by,
        setAt: Number(row.set_at),
        reason: row.reason,
      }
    : null;
