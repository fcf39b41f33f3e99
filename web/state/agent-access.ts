import { useAppSelector } from './store.ts';
import type { RootState } from './root-reducer.ts';

/**
 * Whether agents may be used: `locked`: not in this plan or trial; `down`: the service is unavailable; `loading`: unknown
 * yet. A visitor's access is part of the trial.
 */
export type AgentAccess = 'open' | 'locked' | 'down' | 'loading';

type AccessState = Pick<RootState, 'session' | 'flags' | 'agents'>;

export const selectAgentAccess = ({ session, flags, agents: { status, loading } }: AccessState): AgentAccess => {
  if (session.token === null) return flags.freemiumAgentAccess ? 'open' : 'locked';
  if (status === null) return loading ? 'loading' : 'down';
  if (!status.eligible) return 'locked';
  return status.serviceAvailable ? 'open' : 'down';
};

export const useAgentAccess = (): AgentAccess => useAppSelector(selectAgentAccess);
