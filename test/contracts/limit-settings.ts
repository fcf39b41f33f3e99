import type { Limits } from '../../src/domain/billing/limits.ts';
import type { LimitSettings } from '../../src/domain/billing/ports.ts';
import { someLimits } from '../fakes/billing.ts';

/** What all LimitSettings must do. `create` makes unchanged ones with the given defaults. */
export const behavesLikeLimitSettings = (name: string, create: (defaults: Limits) => Promise<LimitSettings>): void => {
  describe(`${name}: limit settings`, () => {
    test('are the defaults until they are changed, and then at once what was last set', async () => {
      const defaults = someLimits({ graceMessages: 7 });
      const settings = await create(defaults);
      expect(await settings.current()).toEqual(defaults);
      await settings.change({ rateLimits: someLimits({ enableDailyLimits: false }).rateLimits });
      const { rateLimits } = someLimits({ enableLifetimeLimits: true, logLimitHits: false });
      const free = {
        lifetime: { totalMessages: 100, modelLimits: { 'acme/größer': 0 } },
        models: { primary: 'a', fallback: 'b' },
      };
      const last = { ...rateLimits, subscriptions: { ...rateLimits.subscriptions, free } };
      await settings.change({ rateLimits: last });
      expect(await settings.current()).toEqual({ rateLimits: last, modelConfig: defaults.modelConfig });
    });

    test('change rates and models each by themselves', async () => {
      const defaults = someLimits();
      const settings = await create(defaults);
      const models = [{ id: 'm', displayName: 'M', isPrimary: true, messageLimit: 3, unlimited: false }];
      const modelConfig = { tiers: { ...defaults.modelConfig.tiers, basic: { models } } };
      await settings.change({ modelConfig });
      expect(await settings.current()).toEqual({ rateLimits: defaults.rateLimits, modelConfig });
      await settings.change({ ...defaults });
      expect(await settings.current()).toEqual(defaults);
    });
  });
};
