import type { User } from '../../src/domain/accounts/user.ts';
import type { CustomLimits } from '../../src/domain/billing/ports.ts';
import { toPaidPlan } from '../../src/domain/billing/paid-plan.ts';
import { findGivenPlan } from '../../src/domain/billing/given-plan.ts';
import { dailyMessagesKey, moonshotMessagesKey } from '../../src/domain/billing/quota-keys.ts';
import {
  type AdminDecision,
  PaidPlans,
  UserDataEraser,
  UserAdmin,
  type UserBatchQuery,
  type UserQuery,
  type UserStats,
  type UserOverview,
  Suspensions,
} from '../../src/domain/user-admin/ports.ts';
import { TIERS } from '../../src/shared/tiers.ts';
import type { UserSort } from '../../src/shared/user-order.ts';
import { InMemoryApiKeyRepository } from './api-keys.ts';
import { InMemorySessionRepository, InMemoryUserRepository } from './accounts.ts';
import { InMemoryLedgerStore, InMemoryUserLimits } from './billing.ts';
import { ChatStore, InMemoryChatRepository, InMemoryMessageRepository } from './chats.ts';
import { InMemoryQuotas, type Restorable, Rows } from './kernel.ts';
import { InMemoryCustomInstructions } from './custom-instructions.ts';
import { InMemoryAccountTiers, InMemoryPlanCancellations, InMemorySubscriptions } from './payments.ts';
import { InMemoryReplyRepository } from './replies.ts';
import { InMemoryIdentities } from './sign-in.ts';

/** Nobody pays for anything. */
export class UnpaidPlans extends PaidPlans {
  async cancel(): Promise<void> {}
  async restore(): Promise<void> {}
  async carryOut(): Promise<void> {}
}

class InMemorySuspensions extends Suspensions implements Restorable {
  private readonly notes = new Rows<AdminDecision>();

  async save(uid: string, decision: AdminDecision): Promise<void> {
    this.notes.set(uid, decision);
  }

  async remove(uid: string): Promise<void> {
    this.notes.delete(uid);
  }

  of(uid: string): AdminDecision | undefined {
    return this.notes.get(uid);
  }

  snapshot(): () => void {
    return this.notes.snapshot();
  }
}

type Stores = Omit<ReturnType<typeof storesOf>, 'store'>;

const order = (a: string | number | null, b: string | number | null): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
};

const SORT_VALUES: Readonly<Record<UserSort, (row: UserOverview) => string | number | null>> = {
  joined: ({ createdAt }) => createdAt,
  name: ({ name }) => name.toLowerCase(),
  plan: ({ subscription }) => TIERS.indexOf(subscription),
  today: ({ usage }) => usage.daily,
  limits: ({ customLimits: limits }) => limits?.dailyMessages ?? null,
  active: ({ lastActive }) => lastActive,
};

/** Reads what other fakes keep. */
class InMemoryUserAdmin extends UserAdmin {
  constructor(private readonly stores: Stores) {
    super();
  }

  async list({
    limit,
    offset,
    search,
    tier,
    day,
    sort = { by: 'joined', order: 'desc' },
  }: UserQuery): Promise<{ readonly people: readonly UserOverview[]; readonly total: number }> {
    const found = await Promise.all(this.matching({ search, tier }).map((user) => this.row(user, day)));
    const sign = sort.order === 'asc' ? 1 : -1;
    const values = new Map(found.map((row) => [row.uid, SORT_VALUES[sort.by](row)]));
    const compare = (a: UserOverview, b: UserOverview) =>
      order(values.get(a.uid) ?? null, values.get(b.uid) ?? null) || order(a.uid, b.uid);
    return {
      people: found.toSorted((a, b) => sign * compare(a, b)).slice(offset, offset + limit),
      total: found.length,
    };
  }

  async listAfter({ search, tier, day, after, limit }: UserBatchQuery): Promise<readonly UserOverview[]> {
    const found = this.matching({ search, tier }).filter(({ uid }) => uid > after);
    const page = found.toSorted((a, b) => order(a.uid, b.uid)).slice(0, limit);
    return Promise.all(page.map((user) => this.row(user, day)));
  }

  private matching({ search, tier }: Pick<UserQuery, 'search' | 'tier'>): User[] {
    const query = search.trim().toLowerCase().normalize();
    return this.stores.users
      .all()
      .filter((user) => [user.email ?? '', user.name, user.uid].join(' ').toLowerCase().normalize().includes(query))
      .filter((user) => tier === undefined || this.tierOf(user) === tier);
  }

  async find(uid: string, day: string): Promise<UserOverview | undefined> {
    const user = await this.stores.users.find(uid);
    return user && this.row(user, day);
  }

  async stats(): Promise<UserStats> {
    const count = (tier: User['subscription']) =>
      this.stores.users.all().filter((user) => this.tierOf(user) === tier).length;
    return {
      byTier: { free: count('free'), basic: count('basic'), premium: count('premium') },
      withCustomLimits: this.stores.limits.count,
    };
  }

  private tierOf({ uid, subscription }: User): User['subscription'] {
    return this.stores.tiers.of(uid) ?? subscription;
  }

  private async row(user: User, day: string): Promise<UserOverview> {
    const { keys, identities, limits, quotas, suspensions, tiers, lastDays } = this.stores;
    const {
      uid,
      name,
      email,
      phoneNumber,
      createdAt,
      isAdmin,
      isAuditor,
      emailVerified,
      hasSecondFactor,
      suspendedAt,
    } = user;
    const custom = await limits.find(uid);
    const provider = identities.keysOf(uid).find((key) => !key.startsWith('phone:'));
    return {
      uid,
      name,
      email,
      phoneNumber,
      createdAt,
      isAdmin,
      isAuditor,
      emailVerified,
      hasSecondFactor,
      subscription: this.tierOf(user),
      authMode: (await keys.listByUser(uid)).length > 0 ? 'apikey' : user.authMode,
      firebaseUid: provider?.split(' ').at(-1) ?? null,
      customLimits: custom ? await this.toCustomLimits(custom) : null,
      usage: {
        daily: await quotas.getUsed(dailyMessagesKey(uid), day),
        moonshotDaily: await quotas.getUsed(moonshotMessagesKey(uid), day),
      },
      lastActive: lastDays.get(uid) ?? null,
      suspended: suspendedAt === null ? null : (suspensions.of(uid) ?? null),
      paid: toPaidPlan(await this.stores.subscriptions.listByUser(uid)),
      planCancellation: await this.toPlanCancellation(uid),
      granted: findGivenPlan(await tiers.findGrant(uid), await tiers.listClaimed(uid)) ?? null,
      groups: [],
    };
  }

  private async toPlanCancellation(uid: string): Promise<UserOverview['planCancellation']> {
    const cancellation = await this.stores.cancellations.find(uid);
    return cancellation ? { action: cancellation.action, isDone: cancellation.doneAt !== null } : null;
  }

  private async toCustomLimits({
    dailyMessages,
    moonshotDaily,
    setBy,
    setAt,
    reason,
  }: CustomLimits): Promise<UserOverview['customLimits']> {
    return { dailyMessages, moonshotDaily, setBy: (await this.stores.users.find(setBy))?.name ?? setBy, setAt, reason };
  }
}

/** Takes a person out of the other fakes. */
class InMemoryUserDataEraser extends UserDataEraser implements Restorable {
  private readonly begun = new Rows<number>();

  constructor(private readonly stores: ReturnType<typeof storesOf>) {
    super();
  }

  async begin(uid: string, now: number): Promise<void> {
    this.begun.set(uid, now);
  }

  async hasBegun(uid: string): Promise<boolean> {
    return this.begun.get(uid) !== undefined;
  }

  async listUnfinished(before: number): Promise<readonly string[]> {
    return this.begun
      .entries()
      .filter(([, at]) => at < before)
      .map(([uid]) => uid);
  }

  async finish(uid: string): Promise<void> {
    const {
      chats,
      store,
      ledger,
      quotas,
      users,
      sessions,
      keys,
      limits,
      tiers,
      suspensions,
      instructions,
      identities,
    } = this.stores;
    const owner = `user:${uid}`;
    for (const id of await chats.listIds(uid)) await chats.remove(uid, id);
    for (const { reply } of store.replies.all()) if (reply.owner === owner) this.dropReply(reply.id);
    ledger.rename(owner, 'deleted');
    quotas.forget((subject) => subject.split(':')[1] === uid);
    for (const key of identities.keysOf(uid)) await identities.remove(key, uid);
    await Promise.all([
      sessions.removeAllByUser(uid),
      keys.removeAllByUser(uid),
      limits.remove(uid),
      tiers.grant(uid, null),
      suspensions.remove(uid),
      instructions.remove(uid),
    ]);
    tiers.remove(uid);
    users.remove(uid);
    this.begun.delete(uid);
  }

  snapshot(): () => void {
    return this.begun.snapshot();
  }

  private dropReply(id: string): void {
    this.stores.store.replies.delete(id);
    this.stores.store.logs.delete(id);
  }
}

const storesOf = (accounts: readonly User[]) => {
  const users = new InMemoryUserRepository(...accounts);
  const store = new ChatStore();
  const tiers = new InMemoryAccountTiers();
  for (const { uid, subscription } of accounts) tiers.open(uid, subscription);
  return {
    users,
    store,
    tiers,
    sessions: new InMemorySessionRepository(users),
    keys: new InMemoryApiKeyRepository(users),
    identities: new InMemoryIdentities(users),
    limits: new InMemoryUserLimits(),
    quotas: new InMemoryQuotas(),
    suspensions: new InMemorySuspensions(),
    subscriptions: new InMemorySubscriptions(),
    cancellations: new InMemoryPlanCancellations(),
    chats: new InMemoryChatRepository(store),
    messages: new InMemoryMessageRepository(store),
    replies: new InMemoryReplyRepository(store),
    ledger: new InMemoryLedgerStore(),
    instructions: new InMemoryCustomInstructions(),
    lastDays: new Map<string, string>(),
  };
};

/** Accounts and all that the people module reads and takes away of them. */
export const aUserAdminWorld = (...accounts: readonly User[]) => {
  const stores = storesOf(accounts);
  const setLastDay = async (uid: string, day: string): Promise<void> => {
    stores.lastDays.set(uid, day);
  };
  return { ...stores, setLastDay, people: new InMemoryUserAdmin(stores), erasure: new InMemoryUserDataEraser(stores) };
};
