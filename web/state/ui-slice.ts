import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { storedChoice, storedFlag, storedText } from '../lib/stored-values.ts';
import { placeOpened } from './chat-place.ts';
import { chatSelected } from './chat-slice.ts';
import {
  NO_PENDING_MESSAGE,
  type PendingMessageState,
  restorePendingMessage,
  setPendingMessage,
} from './pending-message.ts';
import { sessionSynced, sessionExpired, signedOut, userSet } from './session-slice.ts';
import {
  NEXT_VIEW,
  type SearchResult,
  toChatView,
  toPlace,
  toView,
  VIEW_MODES,
  type ViewState,
  type ViewSwitch,
} from './view-state.ts';

export const THEMES = ['light', 'dark'] as const;
export const DOCUMENT_LAYOUTS = ['newspaper', 'single'] as const;
export type Theme = (typeof THEMES)[number];
export type CheckoutOutcome = 'success' | 'cancelled';
export type DocumentLayout = (typeof DOCUMENT_LAYOUTS)[number];

export interface UiState extends ViewState, PendingMessageState {
  readonly theme: Theme;
  readonly fileUploading: boolean;
  readonly authModalOpen: boolean;
  readonly subscriptionModalOpen: boolean;
  /** The result of the payment page, until it was shown. */
  readonly checkoutOutcome: CheckoutOutcome | null;
  readonly isLoadingChats: boolean;
  readonly chatLoadError: string | null;
  readonly themeSkin: string;
  readonly isSearchMode: boolean;
  readonly isExplicitSearchMode: boolean;
  readonly documentLayout: DocumentLayout;
  /** Counts how often the conversation was asked to show its end. */
  readonly scrollToEndRequests: number;
}

const initial: UiState = {
  theme: 'light',
  sidebarOpen: false,
  fileUploading: false,
  authModalOpen: false,
  subscriptionModalOpen: false,
  checkoutOutcome: null,
  ...NO_PENDING_MESSAGE,
  isLoadingChats: false,
  chatLoadError: null,
  viewMode: 'chat',
  themeSkin: 'default',
  currentSearchResult: null,
  isSearchMode: false,
  isExplicitSearchMode: false,
  documentLayout: 'newspaper',
  showFollowUpInput: false,
  scrollToEndRequests: 0,
};

/** The persisted part of the state; unknown values fall back to their defaults. */
export const restoreUi = (stored: Readonly<Record<string, unknown>>): UiState => ({
  ...initial,
  theme: storedChoice(stored, 'theme', THEMES, initial.theme),
  sidebarOpen: storedFlag(stored, 'sidebarOpen', initial.sidebarOpen),
  viewMode: storedChoice(stored, 'viewMode', VIEW_MODES, initial.viewMode),
  themeSkin: storedText(stored, 'themeSkin') ?? initial.themeSkin,
  documentLayout: storedChoice(stored, 'documentLayout', DOCUMENT_LAYOUTS, initial.documentLayout),
});

/** The content of `ui-storage`. */
export const persistedUi = ({ theme, sidebarOpen, viewMode, themeSkin, documentLayout }: UiState) => ({
  theme,
  sidebarOpen,
  viewMode,
  themeSkin,
  documentLayout,
});

export const uiSlice = createSlice({
  name: 'ui',
  initialState: initial,
  reducers: {
    themeSet: (state, { payload }: PayloadAction<Theme>): UiState => ({ ...state, theme: payload }),
    skinSet: (state, { payload }: PayloadAction<string>): UiState => ({ ...state, themeSkin: payload }),
    sidebarSet: (state, { payload }: PayloadAction<boolean>): UiState => ({ ...state, sidebarOpen: payload }),
    sidebarToggled: (state): UiState => ({ ...state, sidebarOpen: !state.sidebarOpen }),
    fileUploadingSet: (state, { payload }: PayloadAction<boolean>): UiState =>
      state.fileUploading === payload ? state : { ...state, fileUploading: payload },
    authModalSet: (state, { payload }: PayloadAction<boolean>): UiState => ({ ...state, authModalOpen: payload }),
    subscriptionModalSet: (state, { payload }: PayloadAction<boolean>): UiState => ({
      ...state,
      subscriptionModalOpen: payload,
    }),
    checkoutReturned: (state, { payload }: PayloadAction<CheckoutOutcome | null>): UiState => ({
      ...state,
      checkoutOutcome: payload,
    }),
    /**
     * The last text wins; a blank one changes nothing. `owner`: the account that it was typed in; none for a visitor's.
     */
    pendingMessageSet: {
      prepare: (text: string, owner: string | null = null) => ({ payload: { text, owner } }),
      reducer: (
        state,
        { payload: { text, owner } }: PayloadAction<{ readonly text: string; readonly owner: string | null }>,
      ): UiState => (text.trim() === '' ? state : setPendingMessage(state, text, owner)),
    },
    pendingMessageCleared: (state): UiState => ({ ...state, pendingMessage: null, pendingOwner: null }),
    /** Another user is signed in: pending messages of other accounts are stashed. */
    pendingMessageRestored: (state, { payload: uid }: PayloadAction<string>): UiState =>
      restorePendingMessage(state, uid),
    searchModeSet: (
      state,
      { payload }: PayloadAction<Pick<UiState, 'isSearchMode' | 'isExplicitSearchMode'>>,
    ): UiState => ({
      ...state,
      ...payload,
    }),
    /** A result is there, or is coming: from the chat the view goes to it. */
    searchResultSet: (state, { payload }: PayloadAction<SearchResult>): UiState => ({
      ...state,
      currentSearchResult: payload,
      sidebarOpen: false,
      viewMode: state.viewMode === 'chat' ? 'document-magazine' : state.viewMode,
    }),
    /** More is known of the result of a reply; nothing when another one is shown by now. */
    searchResultUpdated: (
      state,
      { payload: { messageId, ...more } }: PayloadAction<Partial<SearchResult> & { readonly messageId: string }>,
    ): UiState =>
      state.currentSearchResult?.messageId === messageId
        ? { ...state, currentSearchResult: { ...state.currentSearchResult, ...more } }
        : state,
    /** The reply failed without text: the chat shows the error. */
    searchResultFailed: (state, { payload: messageId }: PayloadAction<string>): UiState =>
      state.currentSearchResult?.messageId === messageId ? toChatView(state) : state,
    viewSwitched: (state, { payload }: PayloadAction<ViewSwitch>): UiState => toView(state, payload),
    /** chat → magazine → reading → chat; back to the chat where there is nothing to show. */
    viewToggled: (state, { payload: hasContent }: PayloadAction<boolean>): UiState => {
      const next = toView(state, { mode: NEXT_VIEW[state.viewMode], hasContent });
      return next === state ? toChatView(state) : next;
    },
    documentLayoutSet: (state, { payload }: PayloadAction<DocumentLayout>): UiState => ({
      ...state,
      documentLayout: payload,
    }),
    followUpSet: (state, { payload }: PayloadAction<boolean>): UiState => ({ ...state, showFollowUpInput: payload }),
    scrollToEndRequested: (state): UiState => ({ ...state, scrollToEndRequests: state.scrollToEndRequests + 1 }),
    chatsLoading: (state): UiState => ({ ...state, isLoadingChats: true, chatLoadError: null }),
    chatsLoaded: (state): UiState => ({ ...state, isLoadingChats: false, chatLoadError: null }),
    chatsFailed: (state, { payload }: PayloadAction<string>): UiState => ({
      ...state,
      isLoadingChats: false,
      chatLoadError: payload,
    }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionExpired, (state): UiState => ({
        ...state,
        authModalOpen: true,
        subscriptionModalOpen: false,
        isLoadingChats: false,
        chatLoadError: null,
        viewMode: 'chat',
        currentSearchResult: null,
        isSearchMode: false,
        isExplicitSearchMode: false,
      }))
      // A stored document view waits until its chat has been looked at; a chat that is not begun has nothing to show.
      .addCase(chatSelected, (state, { payload }): UiState => ({
        ...state,
        currentSearchResult: null,
        viewMode: payload === null ? 'chat' : state.viewMode,
      }))
      .addCase(placeOpened, (state, { payload }): UiState => toPlace(state, payload))
      .addCase(userSet, (state, { payload }): UiState => restorePendingMessage(state, payload.uid))
      .addCase(sessionSynced, (state, { payload }): UiState =>
        payload.user === null ? state : restorePendingMessage(state, payload.user.uid),
      )
      .addCase(signedOut, () => initial);
  },
});

export const {
  themeSet,
  skinSet,
  sidebarSet,
  sidebarToggled,
  fileUploadingSet,
  authModalSet,
  subscriptionModalSet,
  checkoutReturned,
  pendingMessageRestored,
  pendingMessageSet,
  pendingMessageCleared,
  searchModeSet,
  searchResultSet,
  searchResultUpdated,
  searchResultFailed,
  viewSwitched,
  viewToggled,
  documentLayoutSet,
  followUpSet,
  scrollToEndRequested,
  chatsLoading,
  chatsLoaded,
  chatsFailed,
} = uiSlice.actions;
