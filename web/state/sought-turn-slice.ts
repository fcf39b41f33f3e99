import { createSlice } from '@reduxjs/toolkit';

import { placeOpened } from './chat-place.ts';
import { chatSelected, turnsAdded } from './chat-slice.ts';
import { signedOut } from './session-slice.ts';

export interface SoughtTurn {
  readonly chatId: string;
  readonly messageId: string;
  /** What is opened of it. */
  readonly artifactId?: string | undefined;
}

export interface SoughtTurnState {
  /** What an address or a search named last; a new object shows it again. Null once another place is opened. */
  readonly turn: SoughtTurn | null;
}

const initial: SoughtTurnState = { turn: null };

/** The turn at which a chat is opened. */
export const soughtTurnSlice = createSlice({
  name: 'soughtTurn',
  initialState: initial,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(placeOpened, (_, { payload: { chatId, turnId, artifactId } }): SoughtTurnState => ({
        turn: chatId === null || turnId === undefined ? null : { chatId, messageId: turnId, artifactId },
      }))
      // Whoever asks on is at the end again, also after a reload.
      .addCase(turnsAdded, (state, { payload }): SoughtTurnState =>
        state.turn?.chatId === payload.chatId ? initial : state,
      )
      .addCase(chatSelected, () => initial)
      .addCase(signedOut, () => initial);
  },
});
