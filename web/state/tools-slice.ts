import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { ToolSignInOutcome } from '../../src/shared/tools.ts';
import { chatCreated, chatsCleared, localChatDataCleared, NEW_CHAT_DRAFT } from './chat-slice.ts';
import { sessionExpired, signedOut } from './session-slice.ts';
import { setField } from './set-field.ts';

interface WaitingChats {
  /** By the replies that this page follows. */
  readonly followed: readonly string[];
  /** By the list of chats as the server answered last. */
  readonly listed: readonly string[];
}

export interface ToolsState {
  /** Ids of the servers that are on, by chat: what was chosen here and the server may not have yet. */
  readonly chosen: Readonly<Record<string, readonly string[]>>;
  /** Chats that wait for an answer of the person. */
  readonly waiting: WaitingChats;
  /** How the person came back from the page of a server. */
  readonly signIn: ToolSignInOutcome | null;
}

const NOBODY_WAITS: WaitingChats = { followed: [], listed: [] };

const initial: ToolsState = { chosen: {}, waiting: NOBODY_WAITS, signIn: null };

/** Choices that were never sent do not pile up. */
const MAX_CHOICES = 20;

const without = (chosen: ToolsState['chosen'], key: string): ToolsState['chosen'] =>
  Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== key));

const withChoice = (chosen: ToolsState['chosen'], key: string, ids: readonly string[]): ToolsState['chosen'] =>
  Object.fromEntries([...Object.entries(without(chosen, key)).slice(1 - MAX_CHOICES), [key, ids]]);

const set = setField<ToolsState>();

/** Tools of connected servers: which are on, and which chats wait for the person. */
export const toolsSlice = createSlice({
  name: 'tools',
  initialState: initial,
  reducers: {
    /** `key`: a chat, or `NEW_CHAT_DRAFT`. */
    toolServersChosen: (state, { payload }: PayloadAction<{ key: string; ids: readonly string[] }>): ToolsState => ({
      ...state,
      chosen: withChoice(state.chosen, payload.key, payload.ids),
    }),
    /** The server knows it now. */
    toolChoiceForgotten: (state, { payload }: PayloadAction<string>): ToolsState => ({
      ...state,
      chosen: without(state.chosen, payload),
    }),
    /** A reply that this page follows waits, or does not any more. */
    chatWaitSet: (
      state,
      { payload: { chatId, waits } }: PayloadAction<{ chatId: string; waits: boolean }>,
    ): ToolsState => {
      const { followed, listed } = state.waiting;
      const others = followed.filter((id) => id !== chatId);
      const waiting = waits
        ? { followed: [...others, chatId], listed }
        : { followed: others, listed: listed.filter((id) => id !== chatId) };
      return { ...state, waiting };
    },
    waitingChatsListed: (state, { payload }: PayloadAction<readonly string[]>): ToolsState => ({
      ...state,
      waiting: { ...state.waiting, listed: payload },
    }),
    toolSignInSet: set('signIn'),
  },
  extraReducers: (builder) => {
    builder
      .addCase(chatCreated, (state, { payload }): ToolsState => {
        const next = state.chosen[NEW_CHAT_DRAFT];
        return next ? { ...state, chosen: withChoice(without(state.chosen, NEW_CHAT_DRAFT), payload, next) } : state;
      })
      .addCase(chatsCleared, () => initial)
      .addCase(localChatDataCleared, () => initial)
      .addCase(signedOut, () => initial)
      .addCase(sessionExpired, (state): ToolsState => ({ ...state, waiting: NOBODY_WAITS }));
  },
});

export const { toolServersChosen, toolChoiceForgotten, chatWaitSet, waitingChatsListed, toolSignInSet } =
  toolsSlice.actions;

/** Whether a chat waits; `besides`: another one than this. */
export const selectAnyChatWaits = (
  { tools: { waiting } }: { readonly tools: ToolsState },
  besides: string | null = null,
): boolean => [...waiting.followed, ...waiting.listed].some((id) => id !== besides);

/** What was chosen for a chat here; undefined: nothing, so what the server knows of it holds. */
export const selectChosenServers = (
  { tools }: { readonly tools: ToolsState },
  chatId: string | null,
): readonly string[] | undefined => tools.chosen[chatId ?? NEW_CHAT_DRAFT];

export const persistedTools = ({ chosen }: ToolsState) => ({ chosen });

const isIdList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

/** What was chosen before a reload, or before the page of a server was opened. */
export const restoreTools = ({ chosen }: Readonly<Record<string, unknown>>): ToolsState => ({
  ...initial,
  chosen: Object.fromEntries(
    Object.entries(typeof chosen === 'object' && chosen !== null ? chosen : {}).filter(
      (entry): entry is [string, readonly string[]] => isIdList(entry[1]),
    ),
  ),
});
