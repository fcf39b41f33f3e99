import type { AgentType } from '../../../src/shared/agent-types.ts';
import type { RootState } from '../../state/root-reducer.ts';
import { isOffered, selectAgentAccess, selectAgentType } from '../../state/agent-access.ts';
import type { TextKey } from './texts.ts';

export type ModeId = 'auto' | 'standard' | 'search' | 'reasoning' | 'web' | 'code';

export interface Mode {
  readonly id: ModeId;
  readonly label: TextKey;
  readonly description: TextKey;
  /** Null answers without an agent, and is free. */
  readonly agentType: AgentType | null;
}

/** What the mode selector offers, in its order. */
export const MODES: readonly Mode[] = [
  { id: 'auto', label: 'auto', description: 'autoAbout', agentType: 'auto_agent' },
  { id: 'standard', label: 'standard', description: 'standardAbout', agentType: null },
  { id: 'search', label: 'search', description: 'searchAbout', agentType: 'research_agent' },
  { id: 'reasoning', label: 'reasoning', description: 'reasoningAbout', agentType: 'reasoning_agent' },
  { id: 'web', label: 'webSearch', description: 'webSearchAbout', agentType: 'research_agent' },
  { id: 'code', label: 'code', description: 'codeAbout', agentType: 'code_agent' },
];

const MODE_BY_AGENT_TYPE: Readonly<Record<AgentType, ModeId>> = {
  auto_agent: 'auto',
  reasoning_agent: 'reasoning',
  research_agent: 'web',
  code_agent: 'code',
};

/**
 * The mode in which the next message is sent. Without access to agents that is the standard one,
 * whatever was chosen before.
 */
export const selectMode = (state: RootState): ModeId => {
  const access = selectAgentAccess(state);
  if (access === 'locked' || access === 'down' || !state.chat.agentMode) return 'standard';
  const isSearch = state.ui.isExplicitSearchMode && isOffered(state, 'research_agent');
  return isSearch ? 'search' : MODE_BY_AGENT_TYPE[selectAgentType(state)];
};
