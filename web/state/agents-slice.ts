import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { agentsAvailable, agentStatus } from '../../src/contract/agents.ts';
import type { Answer } from '../../src/contract/route.ts';
import { sessionSynced, sessionExpired, signedOut, userSet } from './session-slice.ts';

export type AgentStatus = Answer<typeof agentStatus>;
export type Agent = Answer<typeof agentsAvailable>['agents'][number];

export interface AgentsState {
  /** Null while it is not known; a visitor has none. */
  readonly status: AgentStatus | null;
  readonly loading: boolean;
  /** Null while they are not known. */
  readonly available: readonly Agent[] | null;
}

const initial: AgentsState = { status: null, loading: true, available: null };

/** The user's access to agents, and the available ones. A call that fails changes nothing of what is known. */
export const agentsSlice = createSlice({
  name: 'agents',
  initialState: initial,
  reducers: {
    agentStatusReceived: (state, { payload }: PayloadAction<AgentStatus>): AgentsState => ({
      ...state,
      status: payload,
      loading: false,
    }),
    agentCallFailed: (state): AgentsState => ({ ...state, loading: false }),
    agentsReceived: (state, { payload }: PayloadAction<readonly Agent[]>): AgentsState => ({
      ...state,
      available: payload,
      loading: false,
    }),
  },
  extraReducers: (builder) => {
    for (const change of [userSet, sessionExpired, signedOut, sessionSynced]) builder.addCase(change, () => initial);
  },
});

export const { agentStatusReceived, agentCallFailed, agentsReceived } = agentsSlice.actions;
