import type { AdminOverrides, ConfigStore } from '../../src/domain/admin/ports.ts';
import type { TrialConfig } from '../../src/shared/settings/freemium.ts';
import { aVersion } from '../fakes/admin.ts';
import { someLimits } from '../fakes/billing.ts';
import { NOON } from '../support/builders.ts';

const trial = (freemiumMaxMessages: number): TrialConfig => ({
  freemiumUnauth: true,
  freemiumAgentAccess: false,
  freemiumMaxMessages,
  freemiumPrimaryModel: 'acme/größer 🥞',
  freemiumFallbackModel: 'b',
});

/** What all ConfigStores must do. `create` makes an empty one. */
export const behavesLikeAConfigStore = (name: string, create: () => Promise<ConfigStore>): void => {
  describe(`${name}: versions of configurations`, () => {
    test('are found as they were added, each under its name', async () => {
      const store = await create();
      expect([
        await store.newest('freemium'),
        await store.find('freemium', 1),
        await store.list('freemium', { limit: 9 }),
      ]).toEqual([undefined, undefined, []]);
      const first = aVersion(trial(3), {
        reason: 'Größer 🥞',
        changes: [
          { path: ['a', 'b.c'], from: ['x'], to: null },
          { path: ['d'], to: -1 },
          { path: ['e'], from: false },
        ],
      });
      const second = aVersion(trial(4), {
        version: 2,
        by: { uid: 'bea', name: 'Bea' },
        at: NOON + 1,
        restored: 1,
        follows: true,
      });
      const other = aVersion(someLimits().rateLimits);
      expect([
        await store.add('freemium', first),
        await store.add('freemium', second),
        await store.add('rate-limits', other),
      ]).toEqual([true, true, true]);
      expect([
        await store.find('freemium', 1),
        await store.newest('freemium'),
        await store.newest('rate-limits'),
      ]).toEqual([first, second, other]);
      expect(await store.newest('agents')).toBeUndefined();
    });

    test('are listed newest first, without their documents, from a version on', async () => {
      const store = await create();
      for (const version of [1, 2, 3, 4]) await store.add('freemium', aVersion(trial(version), { version }));
      const { document: _, ...entry } = aVersion(trial(3));
      expect(await store.list('freemium', { limit: 2 })).toEqual([
        { ...entry, version: 4 },
        { ...entry, version: 3 },
      ]);
      expect((await store.list('freemium', { limit: 2, before: 3 })).map(({ version }) => version)).toEqual([2, 1]);
    });

    test('keep what only the server remembers of a model', async () => {
      const store = await create();
      const { modelConfig } = someLimits();
      const [first, ...more] = modelConfig.tiers.free.models;
      if (!first) throw new Error('the free tier has no model');
      const models = [{ ...first, addedAsPrimary: true as const }, ...more];
      const document = { tiers: { ...modelConfig.tiers, free: { models } } };
      await store.add('model-config', aVersion(document));
      expect((await store.newest('model-config'))?.document).toEqual(document);
    });

    test('have each number once, whoever is first', async () => {
      const store = await create();
      const added = await Promise.all([5, 6, 7].map((messages) => store.add('freemium', aVersion(trial(messages)))));
      expect(added.filter(Boolean)).toHaveLength(1);
      const kept = await store.newest('freemium');
      expect(kept?.document).toMatchObject({ freemiumMaxMessages: [5, 6, 7][added.indexOf(true)] });
    });
  });
};

/**
 * What all AdminOverrides must do. `create` makes empty ones for `ann` and `bob` and the sessions
 * `first` and `second` of Ann.
 */
export const behavesLikeAdminOverrides = (name: string, create: () => Promise<AdminOverrides>): void => {
  describe(`${name}: overrides of admins`, () => {
    test('hold for one admin until they end, are replaced or cleared', async () => {
      const overrides = await create();
      expect(await overrides.find('ann', NOON)).toBeUndefined();
      await overrides.set('ann', 'first', { type: 'basic', expiresAt: NOON + 10 });
      expect([
        await overrides.find('ann', NOON + 9),
        await overrides.find('ann', NOON + 10),
        await overrides.find('bob', NOON),
      ]).toEqual([{ type: 'basic', expiresAt: NOON + 10 }, undefined, undefined]);
      await overrides.set('ann', 'second', { type: 'unlimited', expiresAt: NOON + 20 });
      expect(await overrides.find('ann', NOON + 10)).toEqual({ type: 'unlimited', expiresAt: NOON + 20 });
      await overrides.clear('ann');
      await overrides.clear('ann');
      expect(await overrides.find('ann', NOON)).toBeUndefined();
    });
  });
};
