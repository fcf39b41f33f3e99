import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { storedFlag } from '../lib/stored-values.ts';
import { signedOut } from './session-slice.ts';

export interface KeysState {
  /** A bare `?` opens the help with the keys. Who dictates or misses keys may want it off (WCAG 2.1.4). */
  readonly single: boolean;
}

const initial: KeysState = { single: true };

/** The content of `shortcut-keys`. */
export const restoreKeys = (stored: Readonly<Record<string, unknown>>): KeysState => ({
  single: storedFlag(stored, 'single', initial.single),
});

export const keysSlice = createSlice({
  name: 'keys',
  initialState: initial,
  reducers: {
    singleKeysSet: (_, { payload }: PayloadAction<boolean>): KeysState => ({ single: payload }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initial);
  },
});

export const { singleKeysSet } = keysSlice.actions;
