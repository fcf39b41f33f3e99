import type { AdminMails } from '../../src/domain/accounts/admin-mails/ports.ts';
import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import { aUser, NOON } from '../support/builders.ts';

interface Fixture {
  readonly users: UserRepository;
  readonly admins: AdminMails;
}

/** What every AdminMails must do. */
export const behavesLikeAdminMails = (name: string, create: () => Promise<Fixture>): void => {
  describe(`${name}: mails to admins`, () => {
    const setup = async () => {
      const world = await create();
      await world.users.add(aUser({ uid: 'ada', isAdmin: true, language: 'ja' }));
      await world.users.add(aUser({ uid: 'bob', isAdmin: true, emailVerified: false }));
      await world.users.add(aUser({ uid: 'ann' }));
      await world.users.add(aUser({ uid: 'aud', isAuditor: true }));
      await world.users.add(aUser({ uid: 'sue', isAdmin: true, suspendedAt: NOON }));
      return world;
    };

    test('all admins are listed who are not suspended, with what they chose', async () => {
      const { admins } = await setup();
      await admins.setWantsUsage('bob', false);
      await admins.claim('bob', NOON, 0);
      expect(await admins.list()).toEqual([
        { user: aUser({ uid: 'ada', isAdmin: true, language: 'ja' }), wantsUsage: true, sentAt: null },
        { user: aUser({ uid: 'bob', isAdmin: true, emailVerified: false }), wantsUsage: false, sentAt: NOON },
      ]);
      expect([await admins.wantsUsage('ada'), await admins.wantsUsage('bob')]).toEqual([true, false]);
      await admins.setWantsUsage('bob', true);
      expect(await admins.list()).toMatchObject([{ sentAt: null }, { wantsUsage: true, sentAt: NOON }]);
    });

    test('a mail is claimed by one caller, again after a failure, and the next one later', async () => {
      const { admins } = await setup();
      const claims = await Promise.all([1, 2, 3].map((one) => admins.claim('ada', NOON + one, NOON - 10)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      const at = NOON + 1 + claims.indexOf(true);
      await admins.release('ada', at + 100);
      expect(await admins.claim('ada', NOON + 5, NOON - 10)).toBe(false);
      await admins.release('ada', at);
      expect([await admins.claim('ada', NOON + 6, NOON - 10), await admins.claim('bob', NOON + 6, NOON)]).toEqual([
        true,
        true,
      ]);
      expect([await admins.claim('ada', NOON + 9, NOON + 6), await admins.claim('ada', NOON + 9, NOON + 7)]).toEqual([
        false,
        true,
      ]);
    });
  });
};
