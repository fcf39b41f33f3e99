import { useAgentAccess } from '../../state/agent-access.ts';
import { useAppSelector } from '../../state/store.ts';
import { agentsApi } from './agents-api.ts';

/** Asks, for as long as the page is there, whether this person may use agents, and where they may, which there are. */
export const useAgents = (): void => {
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  const tier = useAppSelector(({ session }) => session.user?.tier ?? '');
  const access = useAgentAccess();
  agentsApi.useAgentStatusQuery(tier, { skip: !signedIn, refetchOnReconnect: true });
  agentsApi.useAgentsAvailableQuery(undefined, { skip: access !== 'open' });
};
