/** Admins choose which of them are enabled. */
export const SPECIFIC_AGENT_TYPES = ['reasoning_agent', 'research_agent', 'code_agent'] as const;
export type SpecificAgentType = (typeof SPECIFIC_AGENT_TYPES)[number];

/** `auto_agent` routes each question to one of the others. */
export const AGENT_TYPES = ['auto_agent', ...SPECIFIC_AGENT_TYPES] as const;
export type AgentType = (typeof AGENT_TYPES)[number];
