import { hasSearchIntent } from '../../src/contract/search-intent.ts';
import { isOffered, selectAgentAccess, selectAgentType } from './agent-access.ts';
import type { AgentType } from '../../src/shared/agent-types.ts';
import { agentModeSet, agentTypeSet } from './chat-slice.ts';
import type { RootState } from './root-reducer.ts';
import type { Thunk } from './store.ts';
import { searchModeSet, searchResultSet, viewSwitched } from './ui-slice.ts';

/** How one message is answered and shown. */
export interface SendMode {
  /** Null asks the model itself. */
  readonly agentType: AgentType | null;
  /** The answer is a search result, shown as a document. */
  readonly isSearch: boolean;
  /** The user chose research, so its answer needs no synthesis. */
  readonly isExplicit: boolean;
}

const mayUseAgents = (state: RootState): boolean => ['open', 'loading'].includes(selectAgentAccess(state));

const selectedMode = (state: RootState): SendMode | null => {
  const { chat, ui } = state;
  if (!chat.agentMode || !mayUseAgents(state)) return null;
  const agentType = selectAgentType(state);
  const isResearch = agentType === 'research_agent';
  const isExplicit = isResearch && (ui.isExplicitSearchMode || !ui.isSearchMode);
  return { agentType, isSearch: isResearch && ui.isExplicitSearchMode, isExplicit };
};

/** Derives how a message is sent from modes, account and text. Pure. */
export const resolveSendMode = (text: string, state: RootState): SendMode => {
  const mode = selectedMode(state) ?? { agentType: null, isSearch: false, isExplicit: false };
  if (mode.isSearch || !hasSearchIntent(text)) return mode;
  const eligible =
    state.session.token !== null && selectAgentAccess(state) === 'open' && isOffered(state, 'research_agent');
  return { ...mode, isSearch: true, agentType: eligible ? 'research_agent' : mode.agentType };
};

const selectResearchAgent = (): Thunk => (dispatch) => {
  dispatch(agentModeSet(true));
  dispatch(agentTypeSet('research_agent'));
};

/** Settles the mode of a message that is about to be sent: a search takes research with it, all else leaves a document view. */
export const applySendMode =
  (text: string): Thunk<SendMode> =>
  (dispatch, getState) => {
    const mode = resolveSendMode(text, getState());
    const { ui } = getState();
    const detected = mode.isSearch && !mode.isExplicit;
    // Detected research continues until the user chooses a mode; without an agent it applies to one message.
    if (detected !== ui.isSearchMode && !ui.isExplicitSearchMode && (detected || mode.agentType === null)) {
      dispatch(searchModeSet({ isSearchMode: detected, isExplicitSearchMode: false }));
    }
    if (detected && mode.agentType === 'research_agent') dispatch(selectResearchAgent());
    if (!mode.isSearch && ui.viewMode !== 'chat') dispatch(viewSwitched({ mode: 'chat', hasContent: false }));
    return mode;
  };

interface PendingResult {
  readonly query: string;
  readonly messageId: string;
  readonly chatId: string | null;
  readonly timestamp: string;
}

/** Sets an empty search result before the answer exists: the document view opens and the text streams into it. */
export const startSearchResult =
  (of: PendingResult): Thunk =>
  (dispatch) => {
    dispatch(searchResultSet({ ...of, content: '', sources: [], images: [] }));
  };
