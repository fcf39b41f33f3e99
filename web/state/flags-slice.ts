import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { storedChoice, storedFlag } from '../lib/stored-values.ts';
import { signedOut } from './session-slice.ts';

export const OVERRIDE_TYPES = ['unlimited', 'premium', 'basic', 'free'] as const;
export type OverrideType = (typeof OVERRIDE_TYPES)[number];

export interface FlagsState {
  readonly freemiumUnauth: boolean;
  readonly freemiumMaxMessages: number;
  readonly freemiumPrimaryModel: string;
  readonly freemiumFallbackModel: string;
  readonly freemiumAgentAccess: boolean;
  readonly adminOverrideEnabled: boolean;
  readonly adminOverrideType: OverrideType;
}

/** What holds until, or if never, the server tells its own. */
const initial: FlagsState = {
  freemiumUnauth: true,
  freemiumMaxMessages: 3,
  freemiumPrimaryModel: 'llama-3.3-70b-versatile',
  freemiumFallbackModel: 'llama-3.2-90b-text-preview',
  freemiumAgentAccess: false,
  adminOverrideEnabled: false,
  adminOverrideType: 'unlimited',
};

/** Of the flags only an admin's override is kept; a stored word that is not offered (`standard`) reads as unlimited (D-05). */
export const restoreFlags = (stored: Readonly<Record<string, unknown>>): FlagsState => ({
  ...initial,
  adminOverrideEnabled: storedFlag(stored, 'adminOverrideEnabled', false),
  adminOverrideType: storedChoice(stored, 'adminOverrideType', OVERRIDE_TYPES, 'unlimited'),
});

export const keptFlags = ({ adminOverrideEnabled, adminOverrideType }: FlagsState) => ({ adminOverrideEnabled, adminOverrideType });

export interface FreemiumConfig {
  readonly freemiumEnabled: boolean;
  readonly maxTrialMessages: number;
  readonly freemiumAgentAccess: boolean;
}

export const flagsSlice = createSlice({
  name: 'flags',
  initialState: initial,
  reducers: {
    freemiumTold: (state, { payload }: PayloadAction<FreemiumConfig>) => ({
      ...state,
      freemiumUnauth: payload.freemiumEnabled,
      freemiumMaxMessages: payload.maxTrialMessages,
      freemiumAgentAccess: payload.freemiumAgentAccess,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initial);
  },
});

export const { freemiumTold } = flagsSlice.actions;
