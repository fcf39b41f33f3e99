import type { Clock, Quotas, Reservation } from '../../src/domain/kernel/ports.ts';
import type { FixedClock } from '../fakes/kernel.ts';

interface Fixture {
  readonly quotas: Quotas;
  /** The clock that the quotas go by. */
  readonly clock: Clock & Pick<FixedClock, 'advance'>;
}

const DAY = '2026-01-15';
const quota = (subject: string, limit: number) => ({ subject, period: DAY, limit });

const idOf = (reservation: Reservation): string => {
  if ('refused' in reservation) throw new Error(`Refused at ${reservation.refused}.`);
  return reservation.id;
};

/** What all Quotas must do. */
export const behavesLikeQuotas = (name: string, create: () => Promise<Fixture>): void => {
  describe(`${name}: quotas`, () => {
    test('admit up to the limit and then refuse', async () => {
      const { quotas } = await create();
      for (const used of [1, 2]) {
        expect(await quotas.reserve([quota('ann', 2)])).toEqual({ id: expect.any(String) });
        expect(await quotas.getUsed('ann', DAY)).toBe(used);
      }
      expect(await quotas.reserve([quota('ann', 2)])).toEqual({ refused: 0 });
      expect(await quotas.getUsed('ann', DAY)).toBe(2);
    });

    test('count each subject and period by itself, exactly as written', async () => {
      const { quotas } = await create();
      await quotas.reserve([quota('ann', 1)]);
      for (const other of [quota('Ann', 1), quota('änn', 1), { ...quota('ann', 1), period: '2026-01-16' }]) {
        expect(await quotas.reserve([other])).toEqual({ id: expect.any(String) });
      }
      expect(await quotas.getUsed('nobody', DAY)).toBe(0);
    });

    test('a limit of -1 only counts, and one of 0 admits nobody', async () => {
      const { quotas } = await create();
      for (let times = 0; times < 3; times += 1) await quotas.reserve([quota('ann', -1)]);
      expect(await quotas.getUsed('ann', DAY)).toBe(3);
      expect(await quotas.reserve([quota('bob', 0)])).toEqual({ refused: 0 });
    });

    test('take from every counter or from none, and name the first exhausted one of those asked for', async () => {
      const { quotas } = await create();
      await quotas.reserve([quota('y', 1)]);
      await quotas.reserve([quota('a', 1)]);
      expect(await quotas.reserve([quota('z', 5), quota('y', 1), quota('a', 1), quota('b', 5)])).toEqual({
        refused: 1,
      });
      expect(await Promise.all(['z', 'y', 'a', 'b'].map((subject) => quotas.getUsed(subject, DAY)))).toEqual([
        0, 1, 1, 0,
      ]);
    });

    test('take one counter as often as it is named, and nothing when nothing is named', async () => {
      const { quotas } = await create();
      await quotas.reserve([quota('ann', 9)]);
      expect(await quotas.reserve([quota('ann', 9), quota('ann', 9)])).toEqual({ id: expect.any(String) });
      expect(await quotas.reserve([])).toEqual({ id: expect.any(String) });
      expect(await quotas.getUsed('ann', DAY)).toBe(3);
    });

    test('of 50 that come at once to 3 places admit exactly 3', async () => {
      const { quotas } = await create();
      const both = [quota('shared', 3), quota('all', -1)];
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, index) => quotas.reserve(index % 2 === 0 ? both : both.toReversed())),
      );
      expect(outcomes.filter((outcome) => 'id' in outcome)).toHaveLength(3);
      expect(await quotas.getUsed('shared', DAY)).toBe(3);
      expect(await quotas.getUsed('all', DAY)).toBe(3);
    });

    test('give back every use once, whoever settles and how often', async () => {
      const { quotas } = await create();
      const both = [quota('ann', 2), quota('all', 9)];
      await quotas.reserve(both);
      const id = idOf(await quotas.reserve(both));
      await Promise.all(Array.from({ length: 5 }, () => quotas.settle(id, 'refunded')));
      await quotas.settle(id, 'charged');
      expect([await quotas.getUsed('ann', DAY), await quotas.getUsed('all', DAY)]).toEqual([1, 1]);
      expect(await quotas.reserve(both)).toEqual({ id: expect.any(String) });
    });

    test('a charged use stays, also when somebody refunds it later', async () => {
      const { quotas } = await create();
      const id = idOf(await quotas.reserve([quota('ann', 2)]));
      await quotas.settle(id, 'charged');
      await quotas.settle(id, 'refunded');
      await quotas.settle('no such reservation', 'refunded');
      expect(await quotas.getUsed('ann', DAY)).toBe(1);
    });

    test('a settlement that was wrong is corrected, once, and beyond the limit if it has to be', async () => {
      const { quotas } = await create();
      const both = [quota('ann', 1), quota('all', 9)];
      const used = async () => [await quotas.getUsed('ann', DAY), await quotas.getUsed('all', DAY)];
      const id = idOf(await quotas.reserve(both));
      await quotas.settle(id, 'refunded');
      await quotas.reserve(both);
      await Promise.all(Array.from({ length: 3 }, () => quotas.resettle(id, 'charged')));
      expect(await used()).toEqual([2, 2]);
      for (let times = 0; times < 2; times += 1) await quotas.resettle(id, 'refunded');
      expect(await used()).toEqual([1, 1]);
      const open = idOf(await quotas.reserve([quota('bob', 1)]));
      await quotas.resettle(open, 'refunded');
      await quotas.resettle('no such reservation', 'charged');
      expect(await quotas.getUsed('bob', DAY)).toBe(0);
    });

    test('forget one counter on demand, and never count below zero', async () => {
      const { quotas } = await create();
      const id = idOf(await quotas.reserve([quota('ann', 1), quota('all', 5)]));
      await quotas.clear('ann', DAY);
      expect([await quotas.getUsed('ann', DAY), await quotas.getUsed('all', DAY)]).toEqual([0, 1]);
      await quotas.settle(id, 'refunded');
      expect([await quotas.getUsed('ann', DAY), await quotas.getUsed('all', DAY)]).toEqual([0, 0]);
    });

    test('keep what counts for a month or for ever, however long nobody touched it', async () => {
      const { quotas, clock } = await create();
      const periods = ['ever', '2026-01', '2026-01-15', 'quarter:7'];
      for (const period of periods) await quotas.reserve([{ subject: 'ann', period, limit: 5 }]);
      await clock.advance(1000);
      await quotas.sweep(clock.now());
      expect(await Promise.all(periods.map((period) => quotas.getUsed('ann', period)))).toEqual([1, 1, 0, 0]);
    });

    test('drop what counted for a month once that is over', async () => {
      const { quotas, clock } = await create();
      const periods = ['2025-12', '2026-01', '2026-02'];
      for (const period of periods) await quotas.reserve([{ subject: 'ann', period, limit: 5 }]);
      expect(new Date(clock.now()).toISOString().slice(0, 7)).toBe('2026-01');
      await quotas.sweep(clock.now());
      expect(await Promise.all(periods.map((period) => quotas.getUsed('ann', period)))).toEqual([0, 1, 1]);
    });

    test('drop what was created before a moment, and keep what is open', async () => {
      const { quotas, clock } = await create();
      await quotas.reserve([quota('old', 5)]);
      const start = clock.now();
      await clock.advance(1000);
      await quotas.reserve([quota('old', 5)]);
      const open = idOf(await quotas.reserve([quota('busy', 5)]));
      await quotas.reserve([quota('busy', 5)]);
      await quotas.sweep(start + 1);
      expect([await quotas.getUsed('old', DAY), await quotas.getUsed('busy', DAY)]).toEqual([0, 2]);
      await quotas.settle(open, 'refunded');
      expect(await quotas.getUsed('busy', DAY)).toBe(1);
    });
  });
};
