export const AGENT_TYPES = ['auto_agent', 'reasoning_agent', 'research_agent', 'code_agent'] as const;

export type AgentType = (typeof AGENT_TYPES)[number];
