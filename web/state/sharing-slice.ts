import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { sessionExpired, signedOut } from './session-slice.ts';

export interface ShareTarget {
  readonly chatId: string;
  readonly title: string;
  /** This reply alone; null for the whole chat. */
  readonly messageId: string | null;
}

export interface SharingState {
  /** What the dialog is open for. */
  readonly target: ShareTarget | null;
  /** The chat that is being set for the printer. */
  readonly printing: string | null;
}

const initial: SharingState = { target: null, printing: null };

export const sharingSlice = createSlice({
  name: 'sharing',
  initialState: initial,
  reducers: {
    shareTargetSet: (state, { payload }: PayloadAction<ShareTarget | null>): SharingState => ({
      ...state,
      target: payload,
    }),
    printRequested: (state, { payload }: PayloadAction<string | null>): SharingState => ({
      ...state,
      printing: payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initial).addCase(sessionExpired, () => initial);
  },
});

export const { shareTargetSet, printRequested } = sharingSlice.actions;
