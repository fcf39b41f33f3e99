import type * as contract from '../../../src/contract/agents.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';
import { agentCallFailed, agentStatusReceived, agentsReceived } from '../../state/agents-slice.ts';
import { agentModeMigrated } from '../../state/chat-slice.ts';

const agentStatus = endpoint<typeof contract.agentStatus>('get', '/api/agent/status');
const agentsAvailable = endpoint<typeof contract.agentsAvailable>('get', '/api/agent/available');

/** Whether the user may use agents, and which. Refetched when the account changes. */
export const agentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By the tier it was asked for. */
    agentStatus: build.query<Answer<typeof contract.agentStatus>, string>({
      query: () => agentStatus(),
      // Fetched again for every change of plan, also back to an earlier one.
      keepUnusedDataFor: 0,
      providesTags: ['Me'],
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (!data) {
          dispatch(agentCallFailed());
          return;
        }
        dispatch(agentStatusReceived(data));
        if (data.eligible && data.serviceAvailable) dispatch(agentModeMigrated());
      },
    }),
    /** By who asks, as above. */
    agentsAvailable: build.query<Answer<typeof contract.agentsAvailable>, string>({
      query: () => agentsAvailable(),
      keepUnusedDataFor: 0,
      providesTags: ['Me'],
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        dispatch(data ? agentsReceived(data.agents) : agentCallFailed());
      },
    }),
  }),
});
