/** The agents that do the work; admins choose which of them are on. */
export const SPECIFIC_AGENT_TYPES = ['reasoning_agent', 'research_agent', 'code_agent'] as const;
export type SpecificAgentType = (typeof SPECIFIC_AGENT_TYPES)[number];

/** `auto_agent` picks one of the others for each question. */
export const AGENT_TYPES = ['auto_agent', ...SPECIFIC_AGENT_TYPES] as const;
export type AgentType = (typeof AGENT_TYPES)[number];
