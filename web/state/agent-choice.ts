import type { PayloadAction } from '@reduxjs/toolkit';

import type { AgentType } from '../../src/shared/agent-types.ts';

interface AgentChoice {
  readonly agentMode: boolean;
  readonly agentType: AgentType;
}

export interface AgentChoiceState extends AgentChoice {
  /** What was chosen, while a detected search is answered by research; it comes back afterwards. */
  readonly chosenMode: AgentChoice | null;
}

/** What the user chose, whatever the message that is being answered takes. */
export const chosenMode = ({ chosenMode: chosen, agentMode, agentType }: AgentChoiceState): AgentChoice =>
  chosen ?? { agentMode, agentType };

const restored = <State extends AgentChoiceState>(state: State): State =>
  state.chosenMode === null ? state : { ...state, ...state.chosenMode, chosenMode: null };

/** Reducers of the agent that is chosen. Any choice ends what a detected search took. */
export const agentChoiceReducers = <State extends AgentChoiceState>() => ({
  agentModeSet: (state: State, { payload }: PayloadAction<boolean>): State => ({
    ...restored(state),
    agentMode: payload,
  }),
  agentTypeSet: (state: State, { payload }: PayloadAction<AgentType>): State => ({
    ...restored(state),
    agentType: payload,
  }),
  /** For one message: agent mode on, and research. */
  searchDetected: (state: State): State => ({
    ...state,
    agentMode: true,
    agentType: 'research_agent',
    chosenMode: chosenMode(state),
  }),
  chosenModeRestored: restored<State>,
});
