import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { agentsAvailable, agentStatus } from '../../src/contract/agents.ts';
import type { Answer } from '../../src/contract/route.ts';
import { sessionSynced, sessionExpired, signedOut, userSet } from './session-slice.ts';

export type AgentStatus = Answer<typeof agentStatus>;
export type Agent = Answer<typeof agentsAvailable>['agents'][number];

export interface AgentsState {
  /** Null while it is not known, or when it could not be had. */
  readonly status: AgentStatus | null;
  readonly loading: boolean;
  readonly available: readonly Agent[];
}

const initial: AgentsState = { status: null, loading: true, available: [] };

/** The user's access to agents, and the available ones. */
export const agentsSlice = createSlice({
  name: 'agents',
  initialState: initial,
  reducers: {
    agentStatusReceived: (state, { payload }: PayloadAction<AgentStatus>): AgentsState => ({
      ...state,
      status: payload,
      loading: false,
    }),
    agentStatusFailed: (state): AgentsState => ({ ...state, status: null, loading: false }),
    agentsReceived: (state, { payload }: PayloadAction<readonly Agent[]>): AgentsState => ({
      ...state,
      available: payload,
    }),
  },
  extraReducers: (builder) => {
    for (const change of [userSet, sessionExpired, signedOut, sessionSynced]) builder.addCase(change, () => initial);
  },
});

export const { agentStatusReceived, agentStatusFailed, agentsReceived } = agentsSlice.actions;
