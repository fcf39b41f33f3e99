import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { storedFlag } from '../lib/stored-values.ts';
import { signedOut } from './session-slice.ts';

export interface ThemeSourceState {
  /** The theme is what the system prefers, and changes with it. `ui.theme` is always the one that is shown. */
  readonly followsSystem: boolean;
}

const initial: ThemeSourceState = { followsSystem: false };

/** The content of `theme-source`. */
export const restoreThemeSource = (stored: Readonly<Record<string, unknown>>): ThemeSourceState => ({
  followsSystem: storedFlag(stored, 'followsSystem', initial.followsSystem),
});

export const themeSourceSlice = createSlice({
  name: 'themeSource',
  initialState: initial,
  reducers: {
    systemThemeSet: (_, { payload }: PayloadAction<boolean>): ThemeSourceState => ({ followsSystem: payload }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initial);
  },
});

export const { systemThemeSet } = themeSourceSlice.actions;
