import { useAgentAccess } from '../../state/agent-access.ts';
import { useAppSelector } from '../../state/store.ts';
import { agentsApi } from './agents-api.ts';

/** Loads the user's access to agents and, with access, the agents. */
export const useAgents = (): void => {
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  const tier = useAppSelector(({ session }) => session.user?.tier ?? '');
  const access = useAgentAccess();
  agentsApi.useAgentStatusQuery(tier, { skip: !signedIn, refetchOnReconnect: true });
  agentsApi.useAgentsAvailableQuery(undefined, { skip: access !== 'open' });
};
