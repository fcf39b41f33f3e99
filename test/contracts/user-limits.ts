import type { UserLimits } from '../../src/domain/billing/ports.ts';
import { customLimits } from '../fakes/billing.ts';

/** What all UserLimits must do; ann, bob and carl have accounts. */
export const behavesLikeUserLimits = (name: string, create: () => Promise<UserLimits>): void => {
  describe(`${name}: limits of single people`, () => {
    test('are what was last set for that person, and nobody else’s', async () => {
      const limits = await create();
      expect(await limits.find('ann')).toBeUndefined();
      await limits.set(customLimits({ dailyMessages: 5, moonshotDaily: 0 }));
      await limits.set(customLimits({ uid: 'bob', dailyMessages: -1 }));
      const last = customLimits({
        dailyMessages: null,
        moonshotDaily: 100,
        setBy: 'another',
        setAt: 1_799_999_999_999,
        reason: 'größer',
      });
      await limits.set(last);
      expect(await limits.find('ann')).toEqual(last);
      expect(await limits.find('bob')).toEqual(customLimits({ uid: 'bob', dailyMessages: -1 }));
      expect(await limits.find('Ann')).toBeUndefined();
    });

    test('are gone at once when they are removed', async () => {
      const limits = await create();
      await limits.set(customLimits());
      await limits.set(customLimits({ uid: 'bob' }));
      await limits.set(customLimits({ uid: 'carl' }));
      expect(await limits.find('ann')).toBeDefined();
      await limits.remove('ann');
      await limits.remove('nobody');
      expect([await limits.find('ann'), (await limits.find('bob'))?.uid, (await limits.find('carl'))?.uid]).toEqual([
        undefined,
        'bob',
        'carl',
      ]);
    });
  });
};
