import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import type { Quotas, UnitOfWork } from '../../src/domain/kernel/ports.ts';
import { aUser } from '../support/builders.ts';

interface Fixture {
  readonly work: UnitOfWork;
  readonly users: UserRepository;
  readonly quotas: Quotas;
}

const failure = new Error('on purpose');
const quota = (limit: number) => ({ subject: 'ann', period: 'day', limit });

/** What every UnitOfWork must do, with the repositories that take part in it. */
export const behavesLikeAUnitOfWork = (name: string, create: () => Promise<Fixture>): void => {
  describe(`${name}: unit of work`, () => {
    test('keeps everything when the work succeeds, and answers its result', async () => {
      const { work, users } = await create();
      const result = await work.run(async () => {
        await users.add(aUser({ uid: 'one' }));
        await users.add(aUser({ uid: 'two' }));
        return 'done';
      });
      expect(result).toBe('done');
      expect(await users.find('two')).toBeDefined();
    });

    test('keeps nothing when the work fails, and passes the failure on', async () => {
      const { work, users, quotas } = await create();
      const run = work.run(async () => {
        await users.add(aUser());
        await quotas.reserve([quota(3)]);
        throw failure;
      });
      await expect(run).rejects.toBe(failure);
      expect(await users.find('ann')).toBeUndefined();
      expect(await quotas.getUsed('ann', 'day')).toBe(0);
    });

    test('sees inside what the work has done so far', async () => {
      const { work, users } = await create();
      await work.run(async () => {
        await users.add(aUser());
        expect(await users.find('ann')).toEqual(aUser());
      });
    });

    test('lets a nested run share the fate of the outer one', async () => {
      const { work, users } = await create();
      const run = work.run(async () => {
        await work.run(() => users.add(aUser()));
        throw failure;
      });
      await expect(run).rejects.toBe(failure);
      expect(await users.find('ann')).toBeUndefined();
    });

    test('goes on after a refused reservation and after a failure that the work expects', async () => {
      const { work, users, quotas } = await create();
      await users.add(aUser());
      await work.run(async () => {
        await users.add(aUser({ uid: 'two' }));
        expect(await quotas.reserve([quota(3), { ...quota(0), subject: 'none' }])).toEqual({ refused: 1 });
        await expect(users.add(aUser({ uid: 'three', email: aUser().email }))).rejects.toThrow();
        await users.add(aUser({ uid: 'four' }));
      });
      expect(await users.find('two')).toBeDefined();
      expect(await users.find('four')).toBeDefined();
      expect(await quotas.getUsed('ann', 'day')).toBe(0);
    });

    test.each(['run', 'runShared'] as const)(
      '%s at once does not mix: the failed ones leave nothing, the others all',
      async (how) => {
        const { work, users, quotas } = await create();
        const runs = Array.from({ length: 12 }, (_, index) =>
          work[how](async () => {
            await users.add(aUser({ uid: `user-${index}` }));
            await quotas.reserve([quota(12)]);
            if (index % 3 === 0) throw failure;
            return index;
          }),
        );
        const outcomes = await Promise.allSettled(runs);
        for (const [index, outcome] of outcomes.entries()) {
          if (index % 3 === 0) expect(outcome).toEqual({ status: 'rejected', reason: failure });
          else expect(outcome).toEqual({ status: 'fulfilled', value: index });
          expect((await users.find(`user-${index}`)) !== undefined).toBe(index % 3 !== 0);
        }
        expect(await quotas.getUsed('ann', 'day')).toBe(8);
      },
    );

    test('shared runs at once take no more than there is', async () => {
      const { work, quotas } = await create();
      const runs = Array.from({ length: 9 }, () => work.runShared(() => quotas.reserve([quota(5)])));
      const taken = (await Promise.all(runs)).filter((each) => 'id' in each);
      expect(taken).toHaveLength(5);
      expect(await quotas.getUsed('ann', 'day')).toBe(5);
    });

    test('a shared run inside of another is part of it', async () => {
      const { work, users } = await create();
      const run = work.run(async () => {
        await work.runShared(() => users.add(aUser()));
        throw failure;
      });
      await expect(run).rejects.toBe(failure);
      expect(await users.find('ann')).toBeUndefined();
    });

    test('what was started inside and outlives the work is not part of it', async () => {
      const { work, users } = await create();
      let release: () => void = () => undefined;
      const over = new Promise<void>((resolve) => (release = resolve));
      const started = await work.run(async () => {
        const later = over.then(() => users.add(aUser({ uid: 'later' })));
        return { later };
      });
      release();
      await started.later;
      expect(await users.find('later')).toBeDefined();
    });
  });
};
