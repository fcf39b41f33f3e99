import type { Runners } from '../../src/domain/chat/replies/ports/reply-store.ts';

const LONG = 60_000;
const SHORT = 30;

export interface RunnersFixture {
  /** A further process that knows of the others. */
  readonly runner: (leaseMs: number) => Runners;
  /** Lets the clock of the leases go on, where it does not by itself. */
  readonly pass: (ms: number) => Promise<void>;
  /** From here on one server uses them; false: there may be several. */
  readonly serveAlone: () => Promise<boolean>;
}

/** What all Runners must do. */
export const behavesLikeRunners = (name: string, create: () => Promise<RunnersFixture>): void => {
  describe(`${name}: runners`, () => {
    test('have ids of their own', async () => {
      const { runner } = await create();
      const one = runner(LONG);
      expect([one.id === runner(LONG).id, one.leaseMs]).toEqual([false, LONG]);
    });

    test('live until their lease is over, and again once they have renewed it', async () => {
      const { runner, pass } = await create();
      const [one, two, watcher] = [runner(SHORT), runner(LONG), runner(LONG)];
      await one.renew();
      await two.renew();
      for (let dead: readonly string[] = []; dead.length === 0; dead = await watcher.findExpired([one.id, two.id]))
        await pass(1);
      expect(await watcher.findExpired([one.id, two.id])).toEqual([one.id]);
      await two.renew();
      expect(await watcher.findExpired([two.id])).toEqual([]);
    });

    test('are listed as dead until nothing of them is left, unless they live', async () => {
      const { runner, pass } = await create();
      const [one, two, watcher] = [runner(SHORT), runner(LONG), runner(LONG)];
      for (const each of [two, watcher]) await each.renew();
      expect(await watcher.listExpired()).toEqual([]);
      await one.renew();
      await two.retire();
      for (let dead: readonly string[] = []; dead.length < 2; dead = await watcher.listExpired()) await pass(1);
      expect((await watcher.listExpired()).toSorted()).toEqual([one.id, two.id].toSorted());
      await watcher.forget(two.id);
      await watcher.forget(watcher.id);
      expect(await watcher.listExpired()).toEqual([one.id]);
      expect(await one.findExpired([watcher.id])).toEqual([]);
      await one.renew();
      await watcher.forget(one.id);
      expect(await watcher.findExpired([one.id])).toEqual([]);
    });

    test('are dead where another one serves the database alone', async () => {
      const { runner, serveAlone } = await create();
      const [one, two] = [runner(LONG), runner(LONG)];
      for (const each of [one, two]) await each.renew();
      await two.retireOthers();
      expect(await two.findExpired([one.id, two.id])).toEqual([]);
      const isAlone = await serveAlone();
      await two.retireOthers();
      expect(await two.findExpired([one.id, two.id])).toEqual(isAlone ? [one.id] : []);
    });

    test('are dead when they retired, never renewed, or are unknown', async () => {
      const { runner } = await create();
      const [one, two] = [runner(LONG), runner(LONG)];
      await one.renew();
      expect(await two.findExpired([one.id])).toEqual([]);
      await one.retire();
      expect(await two.findExpired([one.id, two.id, 'stranger'])).toEqual([one.id, two.id, 'stranger']);
      await one.renew();
      expect(await two.findExpired([one.id])).toEqual([]);
      expect(await two.findExpired([])).toEqual([]);
    });
  });
};
