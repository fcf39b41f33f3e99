import { EmailInUse } from '../../src/domain/accounts/errors.ts';
import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import { aUser } from '../support/builders.ts';

/** What every UserRepository must do. */
export const behavesLikeAUserRepository = (name: string, create: () => Promise<UserRepository>): void => {
  describe(`${name}: users`, () => {
    test('keeps an account whole and finds it by id and by email', async () => {
      const users = await create();
      const ann = aUser({ phoneNumber: '+15550100', isAdmin: true, subscription: 'premium', name: 'Ann Ö. 🥞' });
      await users.add(ann);
      expect(await users.find('ann')).toEqual(ann);
      expect(await users.findByEmail('ann@example.org')).toEqual(ann);
    });

    test('takes nobody for somebody with a similar id or email', async () => {
      const users = await create();
      await users.add(aUser({ uid: 'ann', email: 'ann@example.org' }));
      for (const uid of ['Ann', 'änn', 'an']) expect(await users.find(uid)).toBeUndefined();
      for (const email of ['änn@example.org', 'ANN@example.org', ''])
        expect(await users.findByEmail(email)).toBeUndefined();
    });

    test('keeps accounts without email, password and phone, any number of them', async () => {
      const users = await create();
      const nobody = { email: null, passwordHash: null, authMode: 'phone', emailVerified: false } as const;
      await users.add(aUser({ uid: 'one', ...nobody }));
      await users.add(aUser({ uid: 'two', ...nobody }));
      expect(await users.find('two')).toEqual(aUser({ uid: 'two', ...nobody }));
    });

    test('one email, one account, also when two register at once', async () => {
      const users = await create();
      const race = await Promise.allSettled(
        ['one', 'two', 'three'].map((uid) => users.add(aUser({ uid, email: 'same@example.org' }))),
      );
      expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const loser of race) if (loser.status === 'rejected') expect(loser.reason).toBeInstanceOf(EmailInUse);
    });

    test('does not blame the email when it is the id that is taken', async () => {
      const users = await create();
      await users.add(aUser({ uid: 'ann' }));
      const again = users.add(aUser({ uid: 'ann', email: 'other@example.org' }));
      await expect(again).rejects.toThrow();
      await expect(again).rejects.not.toBeInstanceOf(EmailInUse);
    });

    test('verifies an account and changes or takes its password, and nobody else’s', async () => {
      const users = await create();
      for (const uid of ['ann', 'bob']) await users.add(aUser({ uid, emailVerified: false }));
      await users.markVerified('ann');
      await users.setPassword('ann', 'another hash');
      expect(await users.find('ann')).toEqual(aUser({ passwordHash: 'another hash', emailVerified: true }));
      await users.setPassword('ann', null);
      expect((await users.find('ann'))?.passwordHash).toBeNull();
      expect(await users.find('bob')).toEqual(aUser({ uid: 'bob', emailVerified: false }));
    });

    test('replaces a password only by the one that it was, once', async () => {
      const users = await create();
      for (const uid of ['ann', 'bob']) await users.add(aUser({ uid, passwordHash: 'old' }));
      expect([
        await users.replacePassword('ann', 'Old', 'new'),
        await users.replacePassword('nobody', 'old', 'new'),
        await users.replacePassword('ann', 'old', 'new'),
        await users.replacePassword('ann', 'old', 'newer'),
      ]).toEqual([false, false, true, false]);
      expect([(await users.find('ann'))?.passwordHash, (await users.find('bob'))?.passwordHash]).toEqual([
        'new',
        'old',
      ]);
    });

    test('knows the language of an account', async () => {
      const users = await create();
      await users.add(aUser({ language: 'ja' }));
      await users.add(aUser({ uid: 'bob' }));
      expect((await users.find('ann'))?.language).toBe('ja');
      await users.setLanguage('ann', 'ar');
      expect([(await users.find('ann'))?.language, (await users.find('bob'))?.language]).toEqual(['ar', null]);
    });

    test('gives an account another name', async () => {
      const users = await create();
      for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
      await users.setName('ann', 'Änne 🥞');
      await users.setName('nobody', 'Nobody');
      expect([await users.find('ann'), await users.find('bob')]).toEqual([
        aUser({ name: 'Änne 🥞' }),
        aUser({ uid: 'bob' }),
      ]);
    });

    test('makes admins and takes the right away again', async () => {
      const users = await create();
      await users.add(aUser());
      expect(await users.hasAdmin()).toBe(false);
      await users.setRole('ann', 'admin');
      expect([await users.hasAdmin(), await users.countAdmins()]).toEqual([true, 1]);
      expect(await users.find('ann')).toEqual(aUser({ isAdmin: true }));
      await users.setRole('ann', 'auditor');
      await users.setRole('nobody', 'admin');
      expect(await users.find('ann')).toEqual(aUser({ isAuditor: true }));
      expect([await users.hasAdmin(), await users.countAdmins()]).toEqual([false, 0]);
      await users.setAdmin('ann', true);
      expect(await users.find('ann')).toEqual(aUser({ isAdmin: true, isAuditor: true }));
      await users.setAdmin('ann', false);
      expect(await users.find('ann')).toEqual(aUser({ isAuditor: true }));
      await users.setRole('ann', 'user');
      expect(await users.find('ann')).toEqual(aUser());
    });
  });
};
