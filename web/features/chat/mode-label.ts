import type { Message } from '../../../src/contract/common.ts';

const AGENTS: Readonly<Record<string, string>> = {
  auto_agent: 'Auto', reasoning_agent: 'Reasoning', research_agent: 'Web Search', code_agent: 'Code',
};

/** How a reply was made, in the words of the mode selector. */
export const modeLabel = ({ messageMode }: Message): string =>
  (messageMode?.isAgent ? AGENTS[messageMode.agentType ?? ''] ?? 'Agent' : 'Standard');
