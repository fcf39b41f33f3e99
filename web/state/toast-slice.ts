import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export interface ToastNote {
  readonly id: string;
  readonly kind: 'success' | 'problem';
  readonly text: string;
}

export const toastSlice = createSlice({
  name: 'toasts',
  initialState: (): readonly ToastNote[] => [],
  reducers: {
    toastShown: {
      reducer: (state, { payload }: PayloadAction<ToastNote>) => [...state, payload],
      prepare: (kind: ToastNote['kind'], text: string) => ({ payload: { id: nanoid(), kind, text } }),
    },
    toastGone: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
});

export const { toastShown, toastGone } = toastSlice.actions;
