import { z } from 'zod';

import { AGENT_TYPES, SPECIFIC_AGENT_TYPES } from '../agent-types.ts';
import { text } from '../text.ts';
import { byTier, limit } from './fields.ts';

const agentModel = z.strictObject({
  /** Empty: the plan's model. */
  model: text(200).trim(),
  displayName: text(100),
  description: text(500),
});

export const agentConfig = z.strictObject({
  agentModeEnabled: z.boolean(),
  premiumOnly: z.boolean(),
  defaultAgentType: z.enum(AGENT_TYPES),
  availableAgentTypes: z
    .array(z.enum(SPECIFIC_AGENT_TYPES))
    .max(3)
    .refine((types) => new Set(types).size === types.length, 'names a type twice')
    .readonly(),
  /** Per day. */
  maxAgentRequests: byTier(limit),
  modelConfig: z.strictObject({
    auto_agent: agentModel,
    reasoning_agent: agentModel,
    research_agent: agentModel,
    code_agent: agentModel,
  }),
});

export type AgentConfig = z.output<typeof agentConfig>;

/** Before an admin changes them. */
export const DEFAULT_AGENT_CONFIG: AgentConfig = {
  agentModeEnabled: true,
  premiumOnly: true,
  defaultAgentType: 'reasoning_agent',
  availableAgentTypes: SPECIFIC_AGENT_TYPES,
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
