import { EmailInUse } from '../../src/domain/accounts/errors.ts';
import type { EmailChange, EmailChanges } from '../../src/domain/accounts/email-change/ports.ts';
import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import { aUser, NOON } from '../support/builders.ts';

interface Fixture {
  readonly changes: EmailChanges;
  readonly users: UserRepository;
}

const aChange = (more: Partial<EmailChange> = {}): EmailChange => ({
  digest: 'digest',
  step: 'confirm',
  uid: 'ann',
  sessionDigest: 'session',
  oldEmail: 'ann@example.org',
  newEmail: 'anna@example.org',
  createdAt: NOON,
  expiresAt: NOON + 10,
  ...more,
});

/** What every EmailChanges must do, and the users beside it. `create` answers a world without users. */
export const behavesLikeEmailChanges = (name: string, create: () => Promise<Fixture>): void => {
  describe(`${name}: changes of addresses`, () => {
    const setup = async () => {
      const world = await create();
      for (const uid of ['ann', 'bob']) await world.users.add(aUser({ uid, emailVerified: false }));
      return world;
    };

    test('are given to one caller, for their step, in time', async () => {
      const { changes } = await setup();
      await changes.add(aChange());
      expect(await changes.consume('digest', 'undo', NOON)).toBeUndefined();
      expect(await changes.consume('digest', 'confirm', NOON + 10)).toBeUndefined();
      const found = await Promise.all([1, 2].map(() => changes.consume('digest', 'confirm', NOON + 9)));
      expect(found.filter(Boolean)).toEqual([aChange()]);
    });

    test('are revoked by person, step and age', async () => {
      const { changes } = await setup();
      await changes.add(aChange({ digest: 'old', step: 'undo' }));
      await changes.add(aChange({ digest: 'young', step: 'undo', createdAt: NOON + 1 }));
      await changes.add(aChange({ digest: 'confirm' }));
      await changes.add(aChange({ digest: 'bobs', uid: 'bob' }));
      await changes.revoke('ann', 'undo', NOON + 1);
      await changes.revoke('ann', 'confirm');
      expect(await changes.consume('young', 'undo', NOON)).toBeUndefined();
      expect(await changes.consume('confirm', 'confirm', NOON)).toBeUndefined();
      expect(await changes.consume('old', 'undo', NOON)).toBeDefined();
      expect(await changes.consume('bobs', 'confirm', NOON)).toBeDefined();
    });

    test('are dropped when they have expired', async () => {
      const { changes } = await setup();
      await changes.add(aChange({ expiresAt: NOON }));
      await changes.removeExpired(NOON);
      expect(await changes.consume('digest', 'confirm', NOON - 1)).toBeUndefined();
    });

    test('an address is replaced, proved by that, unless it is taken or no longer the expected one', async () => {
      const { users } = await setup();
      const replace = (expected: string, email: string) =>
        users.replaceEmail({ uid: 'ann', expected, email, now: NOON });
      expect(await replace('other@example.org', 'anna@example.org')).toBe(false);
      await expect(replace('ann@example.org', 'bob@example.org')).rejects.toBeInstanceOf(EmailInUse);
      expect(await replace('ann@example.org', 'anna@example.org')).toBe(true);
      expect(await users.findByEmail('anna@example.org')).toEqual(aUser({ email: 'anna@example.org' }));
      expect(await users.findByEmail('ann@example.org')).toBeUndefined();
    });

    test('an address that may be taken back is nobody else’s until then', async () => {
      const { changes, users } = await setup();
      await users.replaceEmail({ uid: 'ann', expected: 'ann@example.org', email: 'anna@example.org', now: NOON });
      await changes.add(aChange({ step: 'undo' }));
      const eve = (createdAt: number) => users.add(aUser({ uid: 'eve', email: 'ann@example.org', createdAt }));
      const take = (uid: string, expected: string) =>
        users.replaceEmail({ uid, expected, email: 'ann@example.org', now: NOON });
      await expect(eve(NOON)).rejects.toBeInstanceOf(EmailInUse);
      await expect(take('bob', 'bob@example.org')).rejects.toBeInstanceOf(EmailInUse);
      expect(await take('ann', 'anna@example.org')).toBe(true);
      await users.replaceEmail({ uid: 'ann', expected: 'ann@example.org', email: 'anna@example.org', now: NOON });
      await eve(NOON + 10);
      expect((await users.findByEmail('ann@example.org'))?.uid).toBe('eve');
    });
  });
};
