import type { Runners } from '../../src/domain/chat/ports.ts';
import { NOON } from '../support/builders.ts';

const LEASE_MS = 10_000;

/** What all Runners must do. `create` makes runners that know of each other, of different machines. */
export const behavesLikeRunners = (name: string, create: (count: number) => Promise<readonly Runners[]>): void => {
  describe(`${name}: runners`, () => {
    const pair = async () => {
      const [one, two] = await create(2);
      if (!one || !two) throw new Error('Two runners are needed.');
      return { one, two };
    };

    test('have ids of their own', async () => {
      const { one, two } = await pair();
      expect(one.id).not.toBe(two.id);
    });

    test('live for ten seconds after they renewed', async () => {
      const { one, two } = await pair();
      await one.renew(NOON);
      await two.renew(NOON + 5000);
      expect(await one.dead([one.id, two.id], NOON + LEASE_MS - 1)).toEqual([]);
      expect(await one.dead([one.id, two.id], NOON + LEASE_MS)).toEqual([one.id]);
      await one.renew(NOON + LEASE_MS);
      expect(await two.dead([one.id, two.id], NOON + LEASE_MS)).toEqual([]);
    });

    test('are dead when they retired, never renewed, or are unknown', async () => {
      const { one, two } = await pair();
      await one.renew(NOON);
      await one.retire();
      expect(await two.dead([one.id, two.id, 'stranger'], NOON)).toEqual([one.id, two.id, 'stranger']);
      expect(await two.dead([], NOON)).toEqual([]);
    });
  });
};
