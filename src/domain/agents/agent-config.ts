/** Model calls per reply. Research has fewer, because each round sends requests to the web. */
export const MAX_ITERATIONS = { auto_agent: 15, reasoning_agent: 15, research_agent: 8, code_agent: 15 } as const;
