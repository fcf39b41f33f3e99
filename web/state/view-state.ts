import type { Image, Source } from '../../src/contract/common.ts';
import type { ChatPlace } from './chat-place.ts';

export const VIEW_MODES = ['chat', 'document-magazine', 'document-reading'] as const;
export type ViewMode = (typeof VIEW_MODES)[number];

export interface SearchResult {
  readonly query: string;
  readonly timestamp: string;
  readonly content: string;
  readonly chatId: string | null;
  readonly sources: readonly Source[];
  readonly images: readonly Image[];
  /** The reply that it shows. */
  readonly messageId: string | null;
}

export interface ViewSwitch {
  readonly mode: ViewMode;
  /** The current chat has sources or images. */
  readonly hasContent: boolean;
}

export interface ViewState {
  readonly sidebarOpen: boolean;
  readonly viewMode: ViewMode;
  readonly currentSearchResult: SearchResult | null;
  readonly showFollowUpInput: boolean;
}

export const NEXT_VIEW: Readonly<Record<ViewMode, ViewMode>> = {
  chat: 'document-magazine',
  'document-magazine': 'document-reading',
  'document-reading': 'chat',
};

export const toChatView = <State extends ViewState>(state: State): State => ({
  ...state,
  viewMode: 'chat',
  currentSearchResult: null,
  showFollowUpInput: false,
});

/** A document that an address names is looked up once its chat is there; until then only its id is known. */
export const toPlace = <State extends ViewState>(state: State, { chatId, messageId }: ChatPlace): State => {
  if (messageId === null) return toChatView(state);
  if (state.viewMode !== 'chat' && state.currentSearchResult?.messageId === messageId) return state;
  const unresolved = { query: '', timestamp: '', content: '', chatId, sources: [], images: [], messageId };
  const viewMode = state.viewMode === 'chat' ? 'document-magazine' : state.viewMode;
  return { ...state, viewMode, currentSearchResult: unresolved, showFollowUpInput: false };
};

/** The document that is shown was named by an address and has not been found in its chat yet. */
export const isUnresolved = ({ viewMode, currentSearchResult }: ViewState): boolean =>
  viewMode !== 'chat' && currentSearchResult?.timestamp === '';

/** A document needs something to show: a result, or sources or images of the chat. Else the switch is ignored. */
export const toView = <State extends ViewState>(state: State, { mode, hasContent }: ViewSwitch): State => {
  if (mode === 'chat') return toChatView(state);
  return state.currentSearchResult !== null || hasContent ? { ...state, viewMode: mode, sidebarOpen: false } : state;
};
