import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export interface ToastNote {
  readonly id: string;
  /** A `note` reports neither a success nor a problem. */
  readonly kind: 'success' | 'problem' | 'note';
  readonly text: string;
}

export const toastSlice = createSlice({
  name: 'toasts',
  initialState: (): readonly ToastNote[] => [],
  reducers: {
    toastShown: {
      reducer: (state, { payload }: PayloadAction<ToastNote>): readonly ToastNote[] => [...state, payload],
      prepare: (kind: ToastNote['kind'], text: string) => ({ payload: { id: nanoid(), kind, text } }),
    },
    toastDismissed: (state, { payload }: PayloadAction<string>): readonly ToastNote[] =>
      state.filter(({ id }) => id !== payload),
  },
});

export const { toastShown, toastDismissed } = toastSlice.actions;
