import { hasSearchIntent } from '../../src/contract/search-intent.ts';
import { isOffered, selectAgentAccess, selectAgentType } from './agent-access.ts';
import type { AgentType } from '../../src/shared/agent-types.ts';
import type { RootState } from './root-reducer.ts';
import { chosenModeRestored, searchDetected } from './chat-slice.ts';
import type { Thunk } from './store.ts';
import { searchResultSet, viewSwitched } from './ui-slice.ts';

/** How one message is answered and shown. */
export interface SendMode {
  /** Null asks the model itself. */
  readonly agentType: AgentType | null;
  /** The answer is a search result, shown as a document. */
  readonly isSearch: boolean;
  /** The user chose research, so its answer needs no synthesis. */
  readonly isExplicit: boolean;
  /** The user chose the standard mode: the server does not search either. */
  readonly isStandard: boolean;
}

const mayUseAgents = (state: RootState): boolean => ['open', 'loading'].includes(selectAgentAccess(state));

const selectedMode = (state: RootState): SendMode | null => {
  const { chat, ui } = state;
  if (!chat.agentMode || !mayUseAgents(state)) return null;
  const agentType = selectAgentType(state);
  const isResearch = agentType === 'research_agent';
  return { agentType, isSearch: isResearch && ui.isExplicitSearchMode, isExplicit: isResearch, isStandard: false };
};

/** Accounts with agents begin in auto mode, so whoever is not in agent mode chose the standard one. */
const isStandardChosen = (state: RootState): boolean =>
  state.session.token !== null && mayUseAgents(state) && state.chat.agentAutoMoved && !state.chat.agentMode;

/** Derives how a message is sent from modes, account, text and files. Pure. */
export const resolveSendMode = (text: string, state: RootState, hasFiles = false): SendMode => {
  const isStandard = isStandardChosen(state);
  const mode = selectedMode(state) ?? { agentType: null, isSearch: false, isExplicit: false, isStandard };
  if (isStandard || mode.isSearch || !hasSearchIntent(text, hasFiles)) return mode;
  const eligible =
    state.session.token !== null && selectAgentAccess(state) === 'open' && isOffered(state, 'research_agent');
  return { ...mode, isSearch: true, agentType: eligible ? 'research_agent' : mode.agentType };
};

/**
 * Settles the mode of one message that is about to be sent. A detected search switches agent mode on and takes research
 * until its answer is there; the next message is asked as was chosen.
 */
export const applySendMode =
  (text: string, hasFiles = false): Thunk<SendMode> =>
  (dispatch, getState) => {
    dispatch(chosenModeRestored());
    const mode = resolveSendMode(text, getState(), hasFiles);
    if (isDetected(mode)) dispatch(searchDetected());
    const { ui } = getState();
    if (!mode.isSearch && ui.viewMode !== 'chat') dispatch(viewSwitched({ mode: 'chat', hasContent: false }));
    return mode;
  };

/** Whoever may use agents has a detected search answered by research. */
export const isDetected = ({ isSearch, isExplicit, agentType }: SendMode): boolean =>
  isSearch && !isExplicit && agentType === 'research_agent';

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
