/** Calls of a model that one reply may take: research ends sooner, because each of its rounds goes out into the web. */
export const MAX_ITERATIONS = { auto_agent: 15, reasoning_agent: 15, research_agent: 8, code_agent: 15 } as const;
