import { useAgentAccess } from '../../state/agent-access.ts';
import { useAppSelector } from '../../state/store.ts';
import { agentsApi } from './agents-api.ts';

/** Loads the user's access to agents and, with access, the agents; those of the trial for a visitor. */
export const useAgents = (): void => {
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  const tier = useAppSelector(({ session }) => session.user?.tier ?? '');
  const access = useAgentAccess();
  const isTrial = useAppSelector(({ flags }) => !signedIn && flags.freemiumAgentAccess);
  agentsApi.useAgentStatusQuery(tier, { skip: !signedIn, refetchOnReconnect: true });
  agentsApi.useAgentsAvailableQuery(signedIn ? tier : 'visitor', {
    skip: signedIn ? access !== 'open' : !isTrial,
    refetchOnReconnect: true,
  });
};
