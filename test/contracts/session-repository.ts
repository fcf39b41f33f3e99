import type { SessionRepository, UserRepository } from '../../src/domain/accounts/ports.ts';
import { aSession, aUser, NOON } from '../support/builders.ts';

interface Fixture {
  readonly sessions: SessionRepository;
  readonly users: UserRepository;
}

/** What every SessionRepository must do. `create` answers a world without users. */
export const behavesLikeASessionRepository = (name: string, create: () => Promise<Fixture>): void => {
  describe(`${name}: sessions`, () => {
    const setup = async () => {
      const world = await create();
      await world.users.add(aUser());
      return world;
    };

    test('tells who is behind a token until it expires', async () => {
      const { sessions } = await setup();
      await sessions.add(aSession({ expiresAt: NOON + 10 }));
      expect(await sessions.find('digest', NOON + 9)).toEqual({
        session: { id: 'session digest', method: 'password', lastUsedAt: NOON, authenticatedAt: NOON },
        user: aUser(),
      });
      expect(await sessions.find('digest', NOON + 10)).toBeUndefined();
      expect(await sessions.find('Digest', NOON)).toBeUndefined();
    });

    test('knows nobody behind a token while the account is suspended', async () => {
      const { sessions, users } = await setup();
      await sessions.add(aSession());
      await users.setSuspended('ann', NOON);
      expect(await sessions.find('digest', NOON)).toBeUndefined();
      await users.setSuspended('ann', null);
      expect((await sessions.find('digest', NOON))?.user).toEqual(aUser());
    });

    test('tells which of many tokens still let somebody in', async () => {
      const { sessions, users } = await setup();
      await users.add(aUser({ uid: 'bob' }));
      for (const tokenDigest of ['one', 'two', 'ended'])
        await sessions.add(aSession({ tokenDigest, expiresAt: NOON + 10 }));
      await sessions.add(aSession({ tokenDigest: 'bobs', uid: 'bob' }));
      await sessions.add(aSession({ tokenDigest: 'old', expiresAt: NOON }));
      await sessions.remove('ended');
      await users.setSuspended('bob', NOON);
      const many = Array.from({ length: 300 }, (_, index) => `unknown ${index}`);
      const found = await sessions.filterValid([...many, 'one', 'two', 'TWO', 'ended', 'bobs', 'old'], NOON);
      expect([...found].toSorted()).toEqual(['one', 'two']);
    });

    test('tells a changed right at once', async () => {
      const { sessions, users } = await setup();
      await sessions.add(aSession());
      await users.setRole('ann', 'admin');
      expect((await sessions.find('digest', NOON))?.user.isAdmin).toBe(true);
    });

    test('ends one session and leaves the others of that person', async () => {
      const { sessions } = await setup();
      await sessions.add(aSession({ tokenDigest: 'one' }));
      await sessions.add(aSession({ tokenDigest: 'two' }));
      await sessions.remove('one');
      await sessions.remove('unknown');
      expect(await sessions.find('one', NOON)).toBeUndefined();
      expect((await sessions.find('two', NOON))?.user.uid).toBe('ann');
    });

    test('ends all sessions of one person and nobody else’s', async () => {
      const { sessions, users } = await setup();
      await users.add(aUser({ uid: 'bob' }));
      await sessions.add(aSession({ tokenDigest: 'one' }));
      await sessions.add(aSession({ tokenDigest: 'two' }));
      await sessions.add(aSession({ tokenDigest: 'three', uid: 'bob' }));
      await sessions.removeAllByUser('ann');
      expect(await Promise.all(['one', 'two'].map((digest) => sessions.find(digest, NOON)))).toEqual([
        undefined,
        undefined,
      ]);
      expect((await sessions.find('three', NOON))?.user.uid).toBe('bob');
    });

    test('ends the other sessions of one person, not this one and nobody else’s', async () => {
      const { sessions, users } = await setup();
      await users.add(aUser({ uid: 'bob' }));
      for (const tokenDigest of ['this', 'that', 'those']) await sessions.add(aSession({ tokenDigest }));
      await sessions.add(aSession({ tokenDigest: 'bobs', uid: 'bob' }));
      await sessions.removeOthersByUser('ann', 'this');
      const left = await sessions.filterValid(['this', 'that', 'those', 'bobs'], NOON);
      expect(left.toSorted()).toEqual(['bobs', 'this']);
    });

    test('lists the open ones of one person, the last used first', async () => {
      const { sessions, users } = await setup();
      await users.add(aUser({ uid: 'bob' }));
      const [one, two, old] = [
        aSession({ tokenDigest: 'one', expiresAt: NOON + 90 }),
        aSession({ tokenDigest: 'two', device: '', method: 'phone' }),
        aSession({ tokenDigest: 'old', expiresAt: NOON + 5 }),
      ];
      for (const session of [one, two, old]) await sessions.add(session);
      await sessions.add(aSession({ tokenDigest: 'bobs', uid: 'bob' }));
      await sessions.touch('one', NOON + 7);
      expect(await sessions.listByUser('ann', NOON + 5)).toEqual([{ ...one, lastUsedAt: NOON + 7 }, two]);
    });

    test('a late touch does not turn the last use back', async () => {
      const { sessions } = await setup();
      await sessions.add(aSession());
      await sessions.touch('digest', NOON + 9);
      await sessions.touch('digest', NOON + 7);
      await sessions.touch('unknown', NOON + 7);
      expect((await sessions.find('digest', NOON))?.session.lastUsedAt).toBe(NOON + 9);
    });

    test('renews the proof of one session', async () => {
      const { sessions } = await setup();
      for (const tokenDigest of ['this', 'that']) await sessions.add(aSession({ tokenDigest }));
      await sessions.renewAuthentication('this', NOON + 9);
      const found = await Promise.all(['this', 'that'].map((digest) => sessions.find(digest, NOON)));
      expect(found.map((one) => one?.session.authenticatedAt)).toEqual([NOON + 9, NOON]);
    });

    test('ends the proofs of one user', async () => {
      const { sessions, users } = await setup();
      await users.add(aUser({ uid: 'bob' }));
      for (const [tokenDigest, uid] of [
        ['this', 'ann'],
        ['that', 'ann'],
        ['theirs', 'bob'],
      ] as const)
        await sessions.add(aSession({ tokenDigest, uid }));
      await sessions.expireAuthentications('ann');
      const found = await Promise.all(['this', 'that', 'theirs'].map((digest) => sessions.find(digest, NOON)));
      expect(found.map((one) => one?.session.authenticatedAt)).toEqual([0, 0, NOON]);
    });

    test('ends one by its id, of its owner only', async () => {
      const { sessions, users } = await setup();
      await users.add(aUser({ uid: 'bob' }));
      await sessions.add(aSession());
      expect(await sessions.removeById('bob', 'session digest')).toBe(false);
      expect(await sessions.removeById('ann', 'digest')).toBe(false);
      expect(await sessions.find('digest', NOON)).toBeDefined();
      expect(await sessions.removeById('ann', 'session digest')).toBe(true);
      expect(await sessions.removeById('ann', 'session digest')).toBe(false);
      expect(await sessions.find('digest', NOON)).toBeUndefined();
    });

    test('drops what has expired', async () => {
      const { sessions } = await setup();
      await sessions.add(aSession({ tokenDigest: 'old', expiresAt: NOON }));
      await sessions.add(aSession({ tokenDigest: 'young', expiresAt: NOON + 1 }));
      await sessions.removeExpired(NOON);
      expect(await sessions.find('old', NOON - 1)).toBeUndefined();
      expect((await sessions.find('young', NOON - 1))?.user.uid).toBe('ann');
    });
  });
};
