import type { PayloadAction } from '@reduxjs/toolkit';

/**
 * Makes reducers that store their payload in one field: `const set = setField<State>()`, then `titleSet: set('title')`.
 */
export const setField =
  <State extends object>() =>
  <Name extends keyof State>(name: Name) =>
  (state: State, { payload }: PayloadAction<State[Name]>): State => ({ ...state, [name]: payload });
