import { agentModeSet, agentTypeSet, isAgentType } from '../../state/chat-slice.ts';
import { selectAgentAccess } from '../../state/agent-access.ts';
import type { Thunk } from '../../state/store.ts';
import { searchModeSet, viewSwitched } from '../../state/ui-slice.ts';
import { MODES, type ModeId } from './modes.ts';

/** Chooses an agent. A type that is none is turned away and noted for developers. */
export const chooseAgentType =
  (type: string): Thunk =>
  (dispatch) => {
    if (isAgentType(type)) {
      dispatch(agentTypeSet(type));
      dispatch(searchModeSet({ isSearchMode: false, isExplicitSearchMode: false }));
    }
    // oxlint-disable-next-line no-console -- the specification asks for this warning on the console
    else console.warn(`Unknown agent type: ${type}`);
  };

/** Switches agent mode, where it may be switched. */
export const setAgentMode =
  (on: boolean): Thunk =>
  (dispatch, getState) => {
    if (selectAgentAccess(getState()) !== 'open') return;
    dispatch(agentModeSet(on));
    if (!on) dispatch(searchModeSet({ isSearchMode: false, isExplicitSearchMode: false }));
  };

/** Takes a mode for all that is sent from now on; the standard one also goes back to the chat view. */
export const chooseMode =
  (id: ModeId): Thunk =>
  (dispatch, getState) => {
    const agentType = MODES.find((mode) => mode.id === id)?.agentType ?? null;
    if (agentType !== null && selectAgentAccess(getState()) !== 'open') return;
    const search = id === 'search';
    dispatch(agentModeSet(agentType !== null));
    if (agentType === null) dispatch(viewSwitched({ mode: 'chat', hasContent: false }));
    else dispatch(chooseAgentType(agentType));
    dispatch(searchModeSet({ isSearchMode: search, isExplicitSearchMode: search }));
  };
