import { setTimeout as wait } from 'node:timers/promises';

import { IdentityTaken } from '../../src/domain/accounts/errors.ts';
import type { Identities, PendingIdentities } from '../../src/domain/accounts/identity/ports.ts';
import type {
  AccountTokens,
  Cooldowns,
  SignInCodes,
  SpentQuotas,
  UserRepository,
} from '../../src/domain/accounts/ports.ts';
import { ManageIdentities } from '../../src/domain/accounts/manage-identities.ts';
import { NotifyOwner } from '../../src/domain/accounts/notify-owner.ts';
import { ApplyProviderRights } from '../../src/domain/accounts/provider-rights.ts';
import { ProviderSignIn } from '../../src/domain/accounts/sign-in-with-provider.ts';
import { VerificationPolicy } from '../../src/domain/accounts/verification-policy.ts';
import type { Quotas, UnitOfWork } from '../../src/domain/kernel/ports.ts';
import { InMemorySessionRepository } from '../fakes/accounts.ts';
import { InMemoryAdminOverrides } from '../fakes/admin.ts';
import { RecordingAuditLog } from '../fakes/audit.ts';
import { CountedBackground, FixedClock, PlainSecrets } from '../fakes/kernel.ts';
import { RecordingServerEventLog } from '../fakes/operations.ts';
import {
  InMemoryPendingIdentities,
  RecordingMailer,
  RecordingPlans,
  RecordingProviderGroups,
} from '../fakes/sign-in.ts';
import { aUser, NOON } from '../support/builders.ts';

const token = (digest: string, more: Partial<Parameters<AccountTokens['add']>[0]> = {}) => ({
  digest,
  purpose: 'verify-email' as const,
  uid: 'ann',
  createdAt: NOON,
  expiresAt: NOON + 10,
  ...more,
});

/** What all AccountTokens must do. `create` answers a world without users. */
export const behavesLikeAccountTokens = (
  name: string,
  create: () => Promise<{ tokens: AccountTokens; users: UserRepository }>,
): void => {
  describe(`${name}: tokens of accounts`, () => {
    const setup = async () => {
      const { tokens, users } = await create();
      for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
      return tokens;
    };

    test('serve their account once, for their purpose only, and not by guessing', async () => {
      const tokens = await setup();
      await tokens.add(token('a'));
      expect(await tokens.consume('a', 'reset-password', NOON)).toBeUndefined();
      expect(await tokens.consume('A', 'verify-email', NOON)).toBeUndefined();
      expect(await tokens.consume('a', 'verify-email', NOON)).toBe('ann');
      expect(await tokens.consume('a', 'verify-email', NOON)).toBeUndefined();
    });

    test('tell their account without being used up', async () => {
      const tokens = await setup();
      await tokens.add(token('a'));
      const found = [
        await tokens.find('a', 'verify-email', NOON),
        await tokens.find('a', 'reset-password', NOON),
        await tokens.find('A', 'verify-email', NOON),
      ];
      expect(found).toEqual(['ann', undefined, undefined]);
      expect(await tokens.find('a', 'verify-email', NOON + 10)).toBeUndefined();
      expect(await tokens.consume('a', 'verify-email', NOON)).toBe('ann');
      expect(await tokens.find('a', 'verify-email', NOON)).toBeUndefined();
    });

    test('serve exactly one of many who come at once', async () => {
      const tokens = await setup();
      await tokens.add(token('a'));
      const uses = await Promise.all(Array.from({ length: 20 }, () => tokens.consume('a', 'verify-email', NOON)));
      expect(uses.filter((uid) => uid === 'ann')).toHaveLength(1);
    });

    test('end with their time, and are then dropped', async () => {
      const tokens = await setup();
      await tokens.add(token('a'));
      expect(await tokens.consume('a', 'verify-email', NOON + 10)).toBeUndefined();
      await tokens.removeExpired(NOON + 9);
      expect(await tokens.consume('a', 'verify-email', NOON + 9)).toBe('ann');
      await tokens.add(token('b'));
      await tokens.removeExpired(NOON + 10);
      expect(await tokens.consume('b', 'verify-email', NOON)).toBeUndefined();
    });

    test('can be voided for one account and purpose', async () => {
      const tokens = await setup();
      await tokens.add(token('a'));
      await tokens.add(token('b', { purpose: 'reset-password' }));
      await tokens.add(token('c', { uid: 'bob' }));
      await tokens.revoke('ann', 'verify-email');
      expect(await tokens.consume('a', 'verify-email', NOON)).toBeUndefined();
      expect(await tokens.consume('b', 'reset-password', NOON)).toBe('ann');
      expect(await tokens.consume('c', 'verify-email', NOON)).toBe('bob');
    });
  });
};

/** What all Identities must do. */
export const behavesLikeIdentities = (
  name: string,
  create: () => Promise<{ identities: Identities; users: UserRepository }>,
): void => {
  describe(`${name}: identities`, () => {
    test('lead to one account, by the exact key', async () => {
      const { identities, users } = await create();
      await users.add(aUser());
      await identities.add('phone:+12015550123', 'ann', NOON);
      await identities.add('firebase:Issuer Sub', 'ann', NOON);
      expect(await identities.find('phone:+12015550123')).toEqual(aUser());
      expect((await identities.find('firebase:Issuer Sub'))?.uid).toBe('ann');
      for (const key of ['firebase:issuer sub', 'firebase:Issuer', 'phone:+1201555012'])
        expect(await identities.find(key)).toBeUndefined();
    });

    test('of one account end together, and nobody else’s', async () => {
      const { identities, users } = await create();
      for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
      for (const [key, uid] of [
        ['a', 'ann'],
        ['b', 'ann'],
        ['c', 'bob'],
      ] as const)
        await identities.add(key, uid, NOON);
      await identities.removeAllByUser('ann');
      expect(await Promise.all(['a', 'b', 'c'].map(async (key) => (await identities.find(key))?.uid))).toEqual([
        undefined,
        undefined,
        'bob',
      ]);
    });

    test('are listed by age with their provider, and leave only their own account', async () => {
      const { identities, users } = await create();
      for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
      await identities.add('oidc:corp ann', 'ann', NOON + 1, 'corp');
      await identities.add('firebase:ann', 'ann', NOON);
      await identities.setGivesAdmin('oidc:corp ann', true);
      expect(await identities.listByUser('ann')).toEqual([
        { key: 'firebase:ann', provider: null, createdAt: NOON, givesAdmin: false },
        { key: 'oidc:corp ann', provider: 'corp', createdAt: NOON + 1, givesAdmin: true },
      ]);
      const holders = (...providers: string[]) =>
        identities.listByOtherProviders({ providers, after: undefined, limit: 9 });
      expect(await holders()).toEqual([]); // no admin
      await users.setRole('ann', 'admin');
      await identities.add('oidc:other ann', 'ann', NOON + 2, 'other');
      expect(await holders()).toEqual([{ uid: 'ann', provider: 'corp' }]);
      expect(await holders('corp')).toEqual([]);
      await identities.remove('oidc:other ann', 'ann');
      await identities.remove('firebase:ann', 'bob');
      expect(await identities.listByUser('ann')).toHaveLength(2);
      await identities.remove('firebase:ann', 'ann');
      expect((await identities.listByUser('ann')).map(({ key }) => key)).toEqual(['oidc:corp ann']);
      expect(await identities.listByUser('bob')).toEqual([]);
    });

    test('belong to the first of all who want them', async () => {
      const { identities, users } = await create();
      for (const uid of ['one', 'two', 'three']) await users.add(aUser({ uid }));
      const race = await Promise.allSettled(['one', 'two', 'three'].map((uid) => identities.add('a key', uid, NOON)));
      expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const loser of race) if (loser.status === 'rejected') expect(loser.reason).toBeInstanceOf(IdentityTaken);
    });
  });
};

/** So that a second call comes while the first one is under way. */
class SlowPlans extends RecordingPlans {
  override async set(...grant: Parameters<RecordingPlans['set']>): Promise<void> {
    await wait(50);
    await super.set(...grant);
  }
}

const waysOf = (stores: { identities: Identities; users: UserRepository; work: UnitOfWork }): ManageIdentities => {
  const clock = new FixedClock();
  const secrets = new PlainSecrets();
  const site = { url: 'https://parley.example' };
  const providers = { all: [] };
  const tools = { ...stores, clock, secrets, audit: new RecordingAuditLog() };
  return new ManageIdentities({
    ...tools,
    providers,
    sessions: new InMemorySessionRepository(stores.users),
    providerSignIn: new ProviderSignIn({ ...tools, providers, pending: new InMemoryPendingIdentities(), site }),
    rights: new ApplyProviderRights({
      ...tools,
      plans: new SlowPlans(),
      groups: new RecordingProviderGroups(),
      powers: new InMemoryAdminOverrides(),
      events: new RecordingServerEventLog(),
    }),
    notifyOwner: new NotifyOwner({
      ...tools,
      mailer: new RecordingMailer(),
      site,
      background: new CountedBackground(),
      verification: new VerificationPolicy(true),
    }),
  });
};

/** What unlinking must do, with the stores that take part in it. */
export const keepsTheLastWayIn = (
  name: string,
  create: () => Promise<{ identities: Identities; users: UserRepository; work: UnitOfWork }>,
): void => {
  describe(`${name}: the ways into one account`, () => {
    test('are not all removed by two calls at once', async () => {
      const stores = await create();
      const ann = aUser({ passwordHash: null });
      await stores.users.add(ann);
      for (const key of ['oidc:corp one', 'oidc:corp two']) await stores.identities.add(key, 'ann', NOON, 'corp');
      const ways = waysOf(stores);
      const { identities } = await ways.list(ann);
      const calls = await Promise.allSettled(identities.map(({ id }) => ways.unlink(ann, id)));
      expect(calls.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(calls.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'LAST_WAY_IN' } });
      expect((await ways.list(ann)).identities).toHaveLength(1);
    });
  });
};

/** What all PendingIdentities must do. */
export const behavesLikePendingIdentities = (name: string, create: () => Promise<PendingIdentities>): void => {
  describe(`${name}: identities between two steps`, () => {
    const identity = {
      key: 'oidc:corp Ann',
      provider: 'corp',
      email: null,
      emailVerified: false,
      name: 'Ann Ünal',
      rights: { isAdmin: true, tier: null },
    };

    test('are handed out once, also to many at once, and by the exact code', async () => {
      const pending = await create();
      await pending.add({ digest: 'a', identity, expiresAt: NOON + 10 });
      expect(await pending.consume('A', NOON)).toBeUndefined();
      const all = await Promise.all(Array.from({ length: 10 }, () => pending.consume('a', NOON)));
      expect(all.filter((found) => found !== undefined)).toEqual([identity]);
    });

    test('end with their time, and are then dropped', async () => {
      const pending = await create();
      const bare = { ...identity, rights: {} };
      for (const digest of ['a', 'b']) await pending.add({ digest, identity: bare, expiresAt: NOON + 10 });
      expect(await pending.consume('a', NOON + 10)).toBeUndefined();
      await pending.removeExpired(NOON + 9);
      expect(await pending.consume('a', NOON + 9)).toEqual(bare);
      await pending.removeExpired(NOON + 10);
      expect(await pending.consume('b', NOON)).toBeUndefined();
    });
  });
};

/** What all SpentQuotas must do. `create` answers them with the counters that they read and write. */
export const behavesLikeSpentQuotas = (
  name: string,
  create: () => Promise<{ spent: SpentQuotas; quotas: Quotas }>,
): void => {
  describe(`${name}: spent quotas`, () => {
    const DAY = '2026-05-17';
    const use = async (quotas: Quotas, subject: string, times: number, period = DAY) => {
      for (let count = 0; count < times; count += 1) await quotas.reserve([{ subject, period, limit: -1 }]);
    };

    test('bring back for a new account what an earlier one had used of that day, by every counter', async () => {
      const { spent, quotas } = await create();
      const model = 'some/model:with:colons';
      const names = (uid: string) => [
        `messages:${uid}`,
        `moonshot:${uid}`,
        `agent:${uid}`,
        `vision:${uid}`,
        `model:${uid}:${model}`,
      ];
      for (const [index, subject] of names('ann').entries()) await use(quotas, subject, index + 1);
      await use(quotas, 'messages:anna', 9);
      await use(quotas, 'vision:ann', 9, '2026-05');
      await spent.save('print', 'ann', DAY);
      await spent.restore('print', 'bob', DAY);
      expect(await Promise.all(names('bob').map((subject) => quotas.getUsed(subject, DAY)))).toEqual([1, 2, 3, 4, 5]);
      expect(await quotas.getUsed('vision:bob', '2026-05')).toBe(0);
      await spent.restore('other print', 'carl', DAY);
      await spent.restore('print', 'carl', '2026-05-18');
      expect([await quotas.getUsed('messages:carl', DAY), await quotas.getUsed('messages:carl', '2026-05-18')]).toEqual(
        [0, 0],
      );
    });

    test('keep the higher number when account follows account, and are forgotten when the day is over', async () => {
      const { spent, quotas } = await create();
      await use(quotas, 'messages:ann', 3);
      await spent.save('print', 'ann', DAY);
      await spent.restore('print', 'bob', DAY);
      await use(quotas, 'messages:bob', 2);
      await spent.save('print', 'bob', DAY);
      await use(quotas, 'messages:carl', 1);
      await spent.save('print', 'carl', DAY);
      await spent.removeBefore(DAY);
      await spent.restore('print', 'dora', DAY);
      expect(await quotas.getUsed('messages:dora', DAY)).toBe(5);
      await spent.removeBefore('2026-05-18');
      await spent.restore('print', 'eve', DAY);
      expect(await quotas.getUsed('messages:eve', DAY)).toBe(0);
    });
  });
};

/** What all SignInCodes must do. */
export const behavesLikeSignInCodes = (name: string, create: () => Promise<SignInCodes>): void => {
  describe(`${name}: sign-in codes`, () => {
    const code = { subject: 'ann’s phone', fingerprint: 'right', expiresAt: NOON + 10 };
    const guess = (fingerprint: string, now = NOON) => ({ subject: 'ann’s phone', fingerprint, tries: 5, now });

    test('let a right guess in once', async () => {
      const codes = await create();
      await codes.put(code);
      expect(await codes.guess(guess('wrong'))).toBe('wrong');
      expect(await codes.guess({ ...guess('right'), subject: 'another phone' })).toBe('none');
      expect(await codes.guess(guess('right'))).toBe('right');
      expect(await codes.guess(guess('right'))).toBe('none');
    });

    test('of fifty guesses at once five are looked at, and then the right one is refused too', async () => {
      const codes = await create();
      await codes.put(code);
      const guesses = await Promise.all(Array.from({ length: 50 }, (_, index) => codes.guess(guess(`guess ${index}`))));
      expect(guesses.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
      expect(guesses.filter((outcome) => outcome === 'spent')).toHaveLength(45);
      expect(await codes.guess(guess('right'))).toBe('spent');
    });

    test('let one of many right guesses in', async () => {
      const codes = await create();
      await codes.put(code);
      const guesses = await Promise.all(Array.from({ length: 5 }, () => codes.guess(guess('right'))));
      expect(guesses.filter((outcome) => outcome === 'right')).toHaveLength(1);
    });

    test('end with their time, and with the next code, which starts afresh', async () => {
      const codes = await create();
      await codes.put(code);
      expect(await codes.guess(guess('right', NOON + 10))).toBe('none');
      for (let count = 0; count < 6; count += 1) await codes.guess(guess('wrong'));
      await codes.put({ ...code, fingerprint: 'newer' });
      expect(await codes.guess(guess('right'))).toBe('wrong');
      expect(await codes.guess(guess('newer'))).toBe('right');
      await codes.put(code);
      await codes.removeExpired(NOON + 10);
      expect(await codes.guess(guess('right'))).toBe('none');
    });
  });
};

/** What every Pace must do. */
export const behavesLikeCooldowns = (name: string, create: () => Promise<Cooldowns>): void => {
  describe(`${name}: pace`, () => {
    test('lets one of many through, and tells the others how long', async () => {
      const pace = await create();
      const waits = await Promise.all(Array.from({ length: 10 }, () => pace.start('ann', 60, NOON)));
      expect(waits.toSorted((a, b) => a - b)).toEqual([0, ...Array<number>(9).fill(60)]);
      expect(await pace.start('bob', 60, NOON)).toBe(0);
      expect(await pace.start('ann', 60, NOON + 59)).toBe(1);
    });

    test('lets one through again when the time is over, or when it was undone', async () => {
      const pace = await create();
      await pace.start('ann', 60, NOON);
      const waits = await Promise.all(Array.from({ length: 5 }, () => pace.start('ann', 60, NOON + 60)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
      await pace.cancel('ann');
      expect(await pace.start('ann', 60, NOON + 61)).toBe(0);
      await pace.removeExpired(NOON + 121);
      expect(await pace.start('ann', 60, NOON + 62)).toBe(0);
    });
  });
};
