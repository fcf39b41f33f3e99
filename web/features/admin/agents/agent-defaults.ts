import type { Configs } from '../../../state/admin-slice.ts';

/** What is shown of the agents when the server does not tell: what holds before an admin changes anything. */
export const DEFAULT_AGENTS: Configs['agents'] = {
  agentModeEnabled: true,
  premiumOnly: true,
  defaultAgentType: 'reasoning_agent',
  availableAgentTypes: ['reasoning_agent', 'research_agent', 'code_agent'],
  maxAgentRequests: { free: 0, basic: 5, premium: -1 },
  modelConfig: {
    auto_agent: { model: '', displayName: 'Auto', description: 'Chooses the agent that fits the question' },
    reasoning_agent: { model: '', displayName: 'Reasoning', description: 'Thinks a problem through before it answers' },
    research_agent: {
      model: '',
      displayName: 'Web Search',
      description: 'Searches and reads the web, and names its sources',
    },
    code_agent: { model: '', displayName: 'Code', description: 'Writes code and runs JavaScript to check it' },
  },
};
