import type { AgentConfig, AgentSettings } from '../../src/domain/agents/ports.ts';
import { anAgentConfig } from '../fakes/agents.ts';

/** What all AgentSettings must do. `create` makes unchanged ones with the given defaults. */
export const behavesLikeAgentSettings = (
  name: string,
  create: (defaults: AgentConfig) => Promise<AgentSettings>,
): void => {
  describe(`${name}: agent settings`, () => {
    test('are the defaults until they are changed, and then what was last set', async () => {
      const settings = await create(anAgentConfig({ premiumOnly: false }));
      expect(await settings.current()).toEqual(anAgentConfig({ premiumOnly: false }));
      await settings.change(anAgentConfig({ agentModeEnabled: false }));
      const { modelConfig } = anAgentConfig();
      const last = anAgentConfig({
        defaultAgentType: 'code_agent',
        availableAgentTypes: [],
        maxAgentRequests: { free: 1, basic: 0, premium: -1 },
        modelConfig: { ...modelConfig, code_agent: { model: 'acme/größer', displayName: 'Coder', description: '' } },
      });
      await settings.change(last);
      expect(await settings.current()).toEqual(last);
    });
  });
};
