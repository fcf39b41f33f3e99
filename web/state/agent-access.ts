import type { AgentType } from '../../src/shared/agent-types.ts';
import { useAppSelector } from './store.ts';
import type { RootState } from './root-reducer.ts';

/**
 * Whether agents may be used: `locked`: not in this plan or trial; `down`: switched off or unavailable; `loading`:
 * unknown yet. A visitor's access is part of the trial.
 */
export type AgentAccess = 'open' | 'locked' | 'down' | 'loading';

type AccessState = Pick<RootState, 'session' | 'flags' | 'agents'>;

const visitorAccess = ({ flags, agents: { available, loading } }: AccessState): AgentAccess => {
  if (!flags.freemiumAgentAccess) return 'locked';
  if (available === null) return loading ? 'loading' : 'down';
  return available.length > 0 ? 'open' : 'down';
};

export const selectAgentAccess = (state: AccessState): AgentAccess => {
  const { status, loading } = state.agents;
  if (state.session.token === null) return visitorAccess(state);
  if (status === null) return loading ? 'loading' : 'down';
  if (!status.serviceAvailable) return 'down';
  return status.eligible ? 'open' : 'locked';
};

export const useAgentAccess = (): AgentAccess => useAppSelector(selectAgentAccess);

/** Whether this installation runs the agent; all count while the list is not known. */
export const isOffered = ({ agents: { available } }: Pick<RootState, 'agents'>, type: AgentType): boolean =>
  !available || available.length === 0 || available.some(({ id }) => id === type);

/** The chosen agent, or the one that chooses by itself where the chosen one is switched off. */
export const selectAgentType = (state: Pick<RootState, 'agents' | 'chat'>): AgentType =>
  isOffered(state, state.chat.agentType) ? state.chat.agentType : 'auto_agent';
