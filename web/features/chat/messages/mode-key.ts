import type { Message } from '../../../../src/contract/common.ts';
import type { TextKey } from '../texts.ts';

const AGENTS: Readonly<Record<string, TextKey>> = {
  auto_agent: 'modeAuto',
  reasoning_agent: 'modeReasoning',
  research_agent: 'modeWebSearch',
  code_agent: 'modeCode',
};

/** How a reply was made: the key of the mode selector's words for it. */
export const modeKey = ({ messageMode }: Message): TextKey =>
  messageMode?.isAgent ? (AGENTS[messageMode.agentType ?? ''] ?? 'modeAgent') : 'modeStandard';
