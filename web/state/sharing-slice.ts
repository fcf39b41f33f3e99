import { createSlice } from '@reduxjs/toolkit';

import { sessionExpired, signedOut } from './session-slice.ts';
import { setField } from './set-field.ts';

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

const set = setField<SharingState>();

export const sharingSlice = createSlice({
  name: 'sharing',
  initialState: initial,
  reducers: {
    shareTargetSet: set('target'),
    printRequested: set('printing'),
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initial).addCase(sessionExpired, () => initial);
  },
});

export const { shareTargetSet, printRequested } = sharingSlice.actions;
