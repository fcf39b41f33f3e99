import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { sessionLost, signedOut } from './session-slice.ts';

export interface ShareWish {
  readonly chatId: string;
  readonly title: string;
  /** This reply alone; null for the whole chat. */
  readonly messageId: string | null;
}

export interface SharingState {
  /** What the dialog is open for. */
  readonly wish: ShareWish | null;
  /** The chat that is being set for the printer. */
  readonly printing: string | null;
}

const initial: SharingState = { wish: null, printing: null };

export const sharingSlice = createSlice({
  name: 'sharing',
  initialState: initial,
  reducers: {
    shareWished: (state, { payload }: PayloadAction<ShareWish | null>): SharingState => ({ ...state, wish: payload }),
    printWished: (state, { payload }: PayloadAction<string | null>): SharingState => ({ ...state, printing: payload }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initial).addCase(sessionLost, () => initial);
  },
});

export const { shareWished, printWished } = sharingSlice.actions;
