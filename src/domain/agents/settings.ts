import { agentConfig, DEFAULT_AGENT_CONFIG } from '../../shared/settings/agents.ts';
import { defineSettings } from '../../shared/settings/define-settings.ts';

export const AGENTS = defineSettings({
  name: 'agents',
  schema: agentConfig,
  defaults: () => DEFAULT_AGENT_CONFIG,
  asksReason: true,
});
