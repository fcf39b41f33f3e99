import type { TrialConfig, TrialSettings } from '../../src/domain/trial/ports.ts';
import { aTrialConfig } from '../fakes/trial.ts';

/** What all TrialSettings must do. `create` makes unchanged ones with the given defaults. */
export const behavesLikeTrialSettings = (
  name: string,
  create: (defaults: TrialConfig) => Promise<TrialSettings>,
): void => {
  describe(`${name}: trial settings`, () => {
    test('are the defaults until they are changed, and then what was last set', async () => {
      const settings = await create(aTrialConfig({ freemiumMaxMessages: 5 }));
      expect(await settings.current()).toEqual(aTrialConfig({ freemiumMaxMessages: 5 }));
      await settings.change(aTrialConfig({ freemiumUnauth: false, freemiumMaxMessages: 1 }));
      const last = aTrialConfig({
        freemiumAgentAccess: true,
        freemiumMaxMessages: 10,
        freemiumPrimaryModel: 'acme/größer',
      });
      await settings.change(last);
      expect(await settings.current()).toEqual(last);
    });
  });
};
