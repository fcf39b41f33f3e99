import { createSlice } from '@reduxjs/toolkit';

import { placeOpened } from './chat-place.ts';
import { chatCreated, chatsCleared, chatSelected, localChatDataCleared } from './chat-slice.ts';
import { sessionExpired, signedOut } from './session-slice.ts';

export interface TemporaryChatsState {
  /** The next new chat is one. */
  readonly isNext: boolean;
  /** Those begun on this page. */
  readonly ids: readonly string[];
}

const initial: TemporaryChatsState = { isNext: false, ids: [] };

const withoutNext = (state: TemporaryChatsState): TemporaryChatsState => ({ ...state, isNext: false });

/** Which chats are temporary, until the server's copy says so. */
export const temporaryChatsSlice = createSlice({
  name: 'temporaryChats',
  initialState: initial,
  reducers: {
    /** On the empty page of a new chat. */
    temporaryChosen: (state): TemporaryChatsState => ({ ...state, isNext: true }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(chatSelected, withoutNext)
      .addCase(placeOpened, withoutNext)
      .addCase(chatCreated, ({ isNext, ids }, { payload }): TemporaryChatsState => ({
        isNext: false,
        ids: isNext ? [...ids, payload] : ids,
      }))
      .addCase(chatsCleared, () => initial)
      .addCase(localChatDataCleared, () => initial)
      .addCase(signedOut, () => initial)
      .addCase(sessionExpired, () => initial);
  },
});

export const { temporaryChosen } = temporaryChatsSlice.actions;
