import type { AgentConfig } from './ports.ts';

/** Calls of a model that one reply may take: research ends sooner, because each of its rounds goes out into the web. */
export const MAX_ITERATIONS = { auto_agent: 15, reasoning_agent: 15, research_agent: 8, code_agent: 15 } as const;

/** The settings as they are before an admin changes them. */
export const DEFAULT_AGENT_CONFIG: AgentConfig = {
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
