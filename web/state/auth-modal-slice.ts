import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { signedOut } from './session-slice.ts';
import { authModalSet } from './ui-slice.ts';

export type AuthMode = 'login' | 'register' | 'phone';

export interface AuthModalState {
  readonly mode: AuthMode;
  readonly emailFormOpen: boolean;
  readonly phoneStep: 1 | 2;
  readonly captchaRequired: boolean;
  readonly captchaToken: string | null;
  readonly cooldown: { readonly ms: number; readonly reason: string } | null;
}

const initial: AuthModalState = {
  mode: 'login', emailFormOpen: false, phoneStep: 1, captchaRequired: false, captchaToken: null, cooldown: null,
};

export const authModalSlice = createSlice({
  name: 'authModal',
  initialState: initial,
  reducers: {
    /** Choosing the phone folds the email form away. */
    modeSet: (state, { payload }: PayloadAction<AuthMode>) =>
      ({ ...state, mode: payload, phoneStep: 1, emailFormOpen: payload === 'phone' ? false : state.emailFormOpen }),
    emailFormSet: (state, { payload }: PayloadAction<boolean>) => ({ ...state, emailFormOpen: payload }),
    cooldownSet: (state, { payload }: PayloadAction<AuthModalState['cooldown']>) => ({ ...state, cooldown: payload }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(authModalSet, (state, { payload }) => (payload ? { ...state, mode: 'login', emailFormOpen: false } : state))
      .addCase(signedOut, () => initial);
  },
});

export const { modeSet, emailFormSet, cooldownSet } = authModalSlice.actions;
