import { setTimeout as wait } from 'node:timers/promises';

import type { Identities } from '../../src/domain/accounts/identity/ports.ts';
import type { ApiKeyRepository, SessionRepository, UserRepository } from '../../src/domain/accounts/ports.ts';
import type { User } from '../../src/domain/accounts/user.ts';
import type { AccountTiers, LedgerEntry, LedgerStore, UserLimits } from '../../src/domain/billing/ports.ts';
import {
  agentRequestsKey,
  lifetimeMessagesKey,
  dailyMessagesKey,
  modelLifetimeKey,
  modelMessagesKey,
  moonshotMessagesKey,
  visionImagesKey,
} from '../../src/domain/billing/quota-keys.ts';
import type { ChatRepository, MessageRepository } from '../../src/domain/chat/conversations/ports.ts';
import type { CustomInstructions } from '../../src/domain/chat/replies/ports/requesters.ts';
import type { ReplyRepository } from '../../src/domain/chat/replies/ports/reply-store.ts';
import { FOREVER } from '../../src/domain/kernel/day.ts';
import type { Quotas, UnitOfWork } from '../../src/domain/kernel/ports.ts';
import { deletionAttemptsKey } from '../../src/domain/user-admin/delete-own-account.ts';
import type { UserDataEraser, UserAdmin, UserQuery, Suspensions } from '../../src/domain/user-admin/ports.ts';
import { SetRole } from '../../src/domain/user-admin/set-role.ts';
import { SuspendUser } from '../../src/domain/user-admin/suspend-user.ts';
import { newSharesQuotaKey } from '../../src/domain/shares/share-chat.ts';
import { USER_SORTS, type UserSort } from '../../src/shared/user-order.ts';
import { InMemoryAdminOverrides } from '../fakes/admin.ts';
import { RecordingAuditLog } from '../fakes/audit.ts';
import { customLimits } from '../fakes/billing.ts';
import { FixedClock } from '../fakes/kernel.ts';
import { RecordingServerEventLog } from '../fakes/operations.ts';
import { StoppedReplies } from '../fakes/sign-in.ts';
import { UnpaidPlans } from '../fakes/user-admin.ts';
import {
  aChat,
  aMessage,
  anAnswer,
  anEntry,
  aReply,
  aSession,
  aUser,
  chatIdOf,
  NOON,
  words,
} from '../support/builders.ts';
import { anApiKey } from './api-key-repository.ts';

export interface UserAdminFixture {
  readonly people: UserAdmin;
  readonly suspensions: Suspensions;
  readonly erasure: UserDataEraser;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly identities: Identities;
  readonly limits: UserLimits;
  readonly tiers: AccountTiers;
  readonly quotas: Quotas;
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly replies: ReplyRepository;
  readonly ledger: LedgerStore;
  readonly instructions: CustomInstructions;
  /** The last day on which a model answered the account. */
  readonly setLastDay: (uid: string, day: string) => Promise<void>;
}

const DAY = '2026-01-15';
const DECISION = { by: 'an-admin', byName: 'Ada', at: NOON, reason: 'Größer 🥞' } as const;

const aQuery = (more: Partial<UserQuery> = {}): UserQuery => ({ limit: 20, offset: 0, search: '', day: DAY, ...more });

/** Ten people, `p0` the newest; every third has Pro. */
const manyUsers = (): User[] =>
  Array.from({ length: 10 }, (_, index) =>
    aUser({ uid: `p${index}`, createdAt: NOON - index, subscription: index % 3 === 0 ? 'basic' : 'free' }),
  );

/** Spends `count` uses of what is counted under a subject. */
const spendQuota = async (quotas: Quotas, subject: string, { period = DAY, count = 1 } = {}): Promise<void> => {
  for (let times = 0; times < count; times += 1) {
    const reserved = await quotas.reserve([{ subject, period, limit: -1 }]);
    if ('id' in reserved) await quotas.settle(reserved.id, 'charged');
  }
};

/** What all People must do. `create` makes a world with these accounts. */
export const behavesLikeUserAdmin = (
  name: string,
  create: (...users: readonly User[]) => Promise<UserAdminFixture>,
): void => {
  const uidsOf = async ({ people }: UserAdminFixture, page: Partial<UserQuery>) =>
    (await people.list(aQuery(page))).people.map(({ uid }) => uid);

  describe(`${name}: people as admins see them`, () => {
    test('come newest first in pages, each with the number of all', async () => {
      const world = await create(...manyUsers());
      expect(await uidsOf(world, {})).toEqual(manyUsers().map(({ uid }) => uid));
      for (const offset of [0, 3, 4, 6, 7, 8, 9])
        expect(await uidsOf(world, { offset, limit: 3 })).toEqual(
          manyUsers()
            .slice(offset, offset + 3)
            .map(({ uid }) => uid),
        );
      for (const offset of [0, 6, 8, 10, 12])
        expect((await world.people.list(aQuery({ offset, limit: 3 }))).total).toBe(10);
      expect(await uidsOf(world, { offset: 12, limit: 3 })).toEqual([]);
    });

    test('come by any column, up and down, in pages; what is missing counts as the least', async () => {
      const world = await create(
        aUser({ uid: 'a', name: 'zoe', subscription: 'premium', createdAt: NOON - 2 }),
        aUser({ uid: 'b', name: 'Ann', subscription: 'free', createdAt: NOON }),
        aUser({ uid: 'c', name: 'max', subscription: 'basic', createdAt: NOON - 1 }),
      );
      await world.limits.set(customLimits({ uid: 'a', dailyMessages: 7 }));
      await world.limits.set(customLimits({ uid: 'b', dailyMessages: 70 }));
      await spendQuota(world.quotas, dailyMessagesKey('b'), { count: 10 });
      await spendQuota(world.quotas, dailyMessagesKey('c'), { count: 2 });
      await spendQuota(world.quotas, dailyMessagesKey('a'), { period: '2026-01-14', count: 20 });
      await world.setLastDay('a', '2026-01-14');
      await world.setLastDay('c', '2025-12-31');
      const ascending: Readonly<Record<UserSort, string>> = {
        joined: 'acb',
        name: 'bca',
        plan: 'bca',
        today: 'acb',
        limits: 'cab',
        active: 'bca',
      };
      for (const by of USER_SORTS) {
        const up = await uidsOf(world, { sort: { by, order: 'asc' } });
        expect([by, up.join('')]).toEqual([by, ascending[by]]);
        expect(await uidsOf(world, { sort: { by, order: 'desc' } })).toEqual(up.toReversed());
        expect(await uidsOf(world, { sort: { by, order: 'asc' }, offset: 1, limit: 1 })).toEqual(up.slice(1, 2));
      }
      expect(await uidsOf(world, { sort: { by: 'active', order: 'desc' }, tier: 'basic' })).toEqual(['c']);
      expect((await world.people.find('a', DAY))?.lastActive).toBe('2026-01-14');
    });

    test('are read in batches by id', async () => {
      const world = await create(...manyUsers());
      const batch = async (after: string, more: object = {}) =>
        (await world.people.listAfter({ search: '', day: DAY, limit: 4, after, ...more })).map(({ uid }) => uid);
      expect(await batch('')).toEqual(['p0', 'p1', 'p2', 'p3']);
      expect(await batch('p7')).toEqual(['p8', 'p9']);
      expect(await batch('p0', { tier: 'basic' })).toEqual(['p3', 'p6', 'p9']);
      expect(await batch('p9')).toEqual([]);
    });

    test('of one plan are found and counted, also with a search', async () => {
      const world = await create(...manyUsers());
      expect(await uidsOf(world, { tier: 'basic' })).toEqual(['p0', 'p3', 'p6', 'p9']);
      expect(await uidsOf(world, { tier: 'basic', offset: 2, limit: 1 })).toEqual(['p6']);
      expect((await world.people.list(aQuery({ tier: 'basic', limit: 2 }))).total).toBe(4);
      expect(await world.people.list(aQuery({ tier: 'premium' }))).toEqual({ people: [], total: 0 });
      expect(await uidsOf(world, { tier: 'basic', search: 'P6' })).toEqual(['p6']);
      expect(await uidsOf(world, { tier: 'free', search: 'p6' })).toEqual([]);
    });

    test('are looked for anywhere in email, name and id, in any case, and by plain text alone', async () => {
      const world = await create(
        aUser({ uid: 'Uid-One', email: 'ann_100%@example.org', name: 'Ann Größer 🥞', createdAt: NOON }),
        aUser({ uid: 'uid-two', email: 'bob!@example.org', name: "O'Neil \\ Bob", createdAt: NOON - 1 }),
        aUser({ uid: 'uid-three', email: null, name: 'annex', authMode: 'phone', createdAt: NOON - 2 }),
      );
      const cases: Record<string, string[]> = {
        ' ANN ': ['Uid-One', 'uid-three'],
        'größer 🥞': ['Uid-One'],
        GRÖSSER: [],
        'uid-one': ['Uid-One'],
        '100%@': ['Uid-One'],
        n_1: ['Uid-One'],
        '%': ['Uid-One'],
        _: ['Uid-One'],
        '!': ['uid-two'],
        "o'neil": ['uid-two'],
        '\\': ['uid-two'],
        'example.org': ['Uid-One', 'uid-two'],
        nobody: [],
        'uid-': ['Uid-One', 'uid-two', 'uid-three'],
      };
      for (const [search, uids] of Object.entries(cases)) {
        expect([search, await uidsOf(world, { search })]).toEqual([search, uids]);
        expect([search, (await world.people.list(aQuery({ search, limit: 1 }))).total]).toEqual([search, uids.length]);
      }
      expect(await uidsOf(world, { search: 'uid-', limit: 1, offset: 1 })).toEqual(['uid-two']);
    });

    test('are found however an accent was typed, composed or as a mark of its own', async () => {
      const name = 'Zoé Müller';
      const world = await create(
        aUser({ uid: 'composed', name: name.normalize('NFC'), createdAt: NOON }),
        aUser({ uid: 'marks', name: name.normalize('NFD'), createdAt: NOON - 1 }),
      );
      for (const form of ['NFC', 'NFD'])
        expect([form, await uidsOf(world, { search: ' ZOÉ MÜ'.normalize(form) })]).toEqual([
          form,
          ['composed', 'marks'],
        ]);
    });

    test('are told with their plan, limits, use of the day, key, identity and what admins decided', async () => {
      const world = await create(
        aUser({ name: 'Ann', email: 'ann@example.org' }),
        aUser({ uid: 'ada', name: 'Ada', isAdmin: true, emailVerified: false, createdAt: NOON - 1 }),
      );
      expect(await world.people.find('ann', DAY)).toEqual({
        uid: 'ann',
        name: 'Ann',
        email: 'ann@example.org',
        phoneNumber: null,
        subscription: 'free',
        authMode: 'email',
        firebaseUid: null,
        customLimits: null,
        usage: { daily: 0, moonshotDaily: 0 },
        lastActive: null,
        createdAt: NOON,
        isAdmin: false,
        isAuditor: false,
        emailVerified: true,
        hasSecondFactor: false,
        paid: null,
        planCancellation: null,
        suspended: null,
        granted: null,
        groups: [],
      });
      await world.limits.set(customLimits({ dailyMessages: 7, setBy: 'ada' }));
      await world.keys.add(anApiKey());
      await world.identities.add('phone:+12015550100', 'ann', NOON);
      await world.identities.add('google:https://accounts.example 4711', 'ann', NOON);
      await spendQuota(world.quotas, dailyMessagesKey('ann'), { count: 3 });
      await spendQuota(world.quotas, moonshotMessagesKey('ann'));
      await spendQuota(world.quotas, dailyMessagesKey('ann'), { period: '2026-01-14' });
      await world.suspensions.save('ann', DECISION);
      await world.users.setSuspended('ann', NOON);
      await world.tiers.grant('ann', { ...DECISION, tier: 'premium', expiresAt: null });
      await world.tiers.set('ann', 'free');
      const told = {
        authMode: 'apikey',
        firebaseUid: '4711',
        subscription: 'premium',
        usage: { daily: 3, moonshotDaily: 1 },
        customLimits: { dailyMessages: 7, moonshotDaily: null, setBy: 'Ada', setAt: NOON, reason: 'asked for it' },
        suspended: DECISION,
        granted: { ...DECISION, tier: 'premium', expiresAt: null },
      };
      expect(await world.people.find('ann', DAY)).toMatchObject(told);
      expect((await world.people.list(aQuery())).people).toEqual([
        expect.objectContaining(told),
        expect.objectContaining({ uid: 'ada', isAdmin: true, emailVerified: false, suspended: null, granted: null }),
      ]);
      expect(await world.people.find('nobody', DAY)).toBeUndefined();
    });

    test('are counted by plan, right after each change', async () => {
      const world = await create(aUser(), aUser({ uid: 'bob', subscription: 'premium' }));
      const { people, users, tiers, limits, erasure } = world;
      expect(await people.stats()).toEqual({ byTier: { free: 1, basic: 0, premium: 1 }, withCustomLimits: 0 });
      await users.add(aUser({ uid: 'carl' }));
      await tiers.set('ann', 'basic');
      await limits.set(customLimits());
      expect(await people.stats()).toEqual({ byTier: { free: 1, basic: 1, premium: 1 }, withCustomLimits: 1 });
      expect((await people.list(aQuery({ limit: 1 }))).total).toBe(3);
      await limits.remove('ann');
      await erasure.finish('ann');
      expect(await people.stats()).toEqual({ byTier: { free: 1, basic: 0, premium: 1 }, withCustomLimits: 0 });
      expect((await people.list(aQuery({ limit: 1 }))).total).toBe(2);
    });
  });
};

/** What all Suspensions must do. */
export const behavesLikeSuspensions = (
  name: string,
  create: (...users: readonly User[]) => Promise<UserAdminFixture>,
): void => {
  describe(`${name}: notes of why somebody is kept out`, () => {
    test('replace each other, count while the account is suspended, and go', async () => {
      const { people, suspensions, users } = await create(aUser(), aUser({ uid: 'bob' }));
      const suspended = async (uid = 'ann') => (await people.find(uid, DAY))?.suspended;
      await suspensions.save('ann', { ...DECISION, reason: 'first' });
      await suspensions.save('ann', DECISION);
      expect(await suspended()).toBeNull();
      await users.setSuspended('ann', NOON);
      await users.setSuspended('bob', NOON);
      expect([await suspended(), await suspended('bob')]).toEqual([DECISION, null]);
      await suspensions.remove('ann');
      await suspensions.remove('ann');
      expect(await suspended()).toBeNull();
    });
  });
};

/** So that a second call comes while the first one is under way. */
class SlowAuditLog extends RecordingAuditLog {
  override async record(...event: Parameters<RecordingAuditLog['record']>): Promise<void> {
    await wait(50);
    await super.record(...event);
  }
}

/** What two admins who decide at once must leave. */
export const behavesLikeOneDecision = (
  name: string,
  create: (...users: readonly User[]) => Promise<UserAdminFixture & { readonly work: UnitOfWork }>,
): void => {
  describe(`${name}: two decisions at once`, () => {
    test.each([
      ['suspended, then made admin', (calls: readonly (() => Promise<void>)[]) => calls],
      ['made admin, then suspended', (calls: readonly (() => Promise<void>)[]) => calls.toReversed()],
    ])('make nobody a suspended admin: %s', async (_, sort) => {
      const world = await create(aUser({ emailVerified: true }), aUser({ uid: 'ada', isAdmin: true }));
      const { users, identities, work } = world;
      const [audit, events] = [new SlowAuditLog(), new RecordingServerEventLog()];
      const suspend = new SuspendUser({
        ...world,
        ...{ audit, events, replies: new StoppedReplies(), plans: new UnpaidPlans(), clock: new FixedClock() },
      });
      const setRole = new SetRole(users, identities, new InMemoryAdminOverrides(), events, work, audit);
      const act = { admin: { uid: 'ada', name: 'Ada' }, uid: 'ann', reason: 'both at once' };
      const calls = sort([() => suspend.execute(act), () => setRole.execute({ ...act, role: 'admin' })]);
      const done = await Promise.allSettled(calls.map((call) => call()));
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const ann = await users.find('ann');
      expect([ann?.isAdmin, ann?.suspendedAt !== null]).not.toEqual([true, true]);
    });
  });
};

const line = (id: string, owner: string): LedgerEntry => ({
  id,
  owner,
  purpose: 'reply',
  model: 'model-1',
  provider: 'groq',
  inputTokens: 1,
  outputTokens: 2,
  fileTokens: 0,
  estimated: false,
  costMicroUsd: 3,
  messages: 1,
  status: 'complete',
  at: NOON,
});

const QUOTA_KEYS = (uid: string): [string, string][] => [
  [dailyMessagesKey(uid), DAY],
  [moonshotMessagesKey(uid), DAY],
  [modelMessagesKey(uid, 'model-1'), DAY],
  [agentRequestsKey(uid), DAY],
  [visionImagesKey(uid), '2026-01'],
  [deletionAttemptsKey(uid), 'hour:1'],
  [newSharesQuotaKey(uid), 'hour:1'],
  [lifetimeMessagesKey(uid), FOREVER],
  [modelLifetimeKey(uid, 'model-1'), FOREVER],
];

/** Gives an account something of everything. */
const createAllData = async (world: UserAdminFixture, uid: string): Promise<void> => {
  await world.sessions.add(aSession({ uid, tokenDigest: `digest of ${uid}` }));
  await world.keys.add(anApiKey({ uid, id: `key of ${uid}` }));
  await world.identities.add(`phone:${uid}`, uid, NOON);
  await world.limits.set(customLimits({ uid }));
  await world.tiers.grant(uid, { ...DECISION, tier: 'basic', expiresAt: null });
  await world.suspensions.save(uid, DECISION);
  await world.instructions.set(uid, 'Be brief.', NOON);
  for (const [subject, period] of QUOTA_KEYS(uid)) await spendQuota(world.quotas, subject, { period });
  for (const id of ['c1', 'c2']) {
    const chat = aChat({ id: chatIdOf(id), key: `${uid} ${id}`, ownerId: uid });
    await world.chats.create(chat);
    await world.messages.add(chat.key, [aMessage(), anAnswer()]);
    await world.replies.create(aReply({ id: `${uid} ${id}`, owner: `user:${uid}`, chatKey: chat.key }));
  }
  await world.replies.create(aReply({ id: `${uid} loose`, owner: `user:${uid}` }));
  await world.replies.append([`${uid} c1`, `${uid} loose`].map((replyId) => anEntry(replyId, 0, words('a'))));
  await world.ledger.add([line(`1 of ${uid}`, `user:${uid}`), line(`2 of ${uid}`, `user:${uid}`)]);
};

/**
 * All that is told of an account by the ports that it was furnished through; its limits may be remembered for a
 * second, and stand in `person`.
 */
const countRemains = async (world: UserAdminFixture, uid: string) => ({
  user: await world.users.find(uid),
  person: await world.people.find(uid, DAY),
  session: await world.sessions.find(`digest of ${uid}`, NOON),
  key: (await world.keys.listByUser(uid))[0],
  identity: await world.identities.find(`phone:${uid}`),
  grant: await world.tiers.findGrant(uid),
  instruction: await world.instructions.find(uid),
  used: await Promise.all(QUOTA_KEYS(uid).map(([subject, period]) => world.quotas.getUsed(subject, period))),
  chats: (await world.chats.list(uid, { limit: 9 })).length,
  messages: [...(await world.messages.list(`${uid} c1`)), ...(await world.messages.list(`${uid} c2`))].length,
  replies: (await Promise.all(['c1', 'c2', 'loose'].map((id) => world.replies.find(`${uid} ${id}`)))).filter(Boolean)
    .length,
  events:
    (await world.replies.listEvents(`${uid} c1`, 0)).length +
    (await world.replies.listEvents(`${uid} loose`, 0)).length,
  ledger: (await world.ledger.listByOwner(`user:${uid}`, 0)).length,
});

const NOTHING = {
  user: undefined,
  person: undefined,
  session: undefined,
  key: undefined,
  identity: undefined,
  grant: undefined,
  instruction: undefined,
  used: Array.from({ length: 9 }, () => 0),
  chats: 0,
  messages: 0,
  replies: 0,
  events: 0,
  ledger: 0,
};

/** What all Erasures must do. */
export const behavesLikeUserDataEraser = (
  name: string,
  create: (...users: readonly User[]) => Promise<UserAdminFixture>,
): void => {
  describe(`${name}: erasure of a person`, () => {
    test('leaves nothing but nameless lines of the ledger, and nobody else’s', async () => {
      // Ids of which one begins with the other.
      const world = await create(aUser(), aUser({ uid: 'ann2' }));
      for (const uid of ['ann', 'ann2']) await createAllData(world, uid);
      const other = await countRemains(world, 'ann2');
      expect(other).toMatchObject({
        used: Array.from({ length: 9 }, () => 1),
        chats: 2,
        messages: 4,
        replies: 3,
        events: 2,
        ledger: 2,
        instruction: 'Be brief.',
      });
      await world.erasure.begin('ann', NOON);
      await world.erasure.finish('ann');
      expect(await countRemains(world, 'ann')).toEqual(NOTHING);
      expect(await world.ledger.listByOwner('deleted', 0)).toEqual(
        ['1 of ann', '2 of ann'].map((id) => line(id, 'deleted')),
      );
      expect(await countRemains(world, 'ann2')).toEqual(other);
    });

    test('may be done again', async () => {
      const world = await create(aUser());
      for (let times = 0; times < 2; times += 1) await world.erasure.finish('ann');
      expect(await world.users.find('ann')).toBeUndefined();
    });

    test('that was begun is unfinished until it is finished, whoever begins it again', async () => {
      const { erasure } = await create(aUser(), aUser({ uid: 'bob' }));
      await erasure.begin('ann', NOON);
      expect([await erasure.listUnfinished(NOON), await erasure.listUnfinished(NOON + 1)]).toEqual([[], ['ann']]);
      expect([await erasure.hasBegun('ann'), await erasure.hasBegun('bob')]).toEqual([true, false]);
      await erasure.begin('ann', NOON + 5);
      expect([await erasure.listUnfinished(NOON + 5), await erasure.listUnfinished(NOON + 6)]).toEqual([[], ['ann']]);
      await erasure.finish('ann');
      expect(await erasure.listUnfinished(NOON + 6)).toEqual([]);
    });
  });
};
