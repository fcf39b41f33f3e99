import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { User } from '../../src/contract/common.ts';
import { OVERRIDE_TYPES, type OverrideType } from '../../src/shared/tiers.ts';
import { storedChoice, storedFlag } from '../lib/stored-values.ts';
import { signedOut, userRefreshed, userSet } from './session-slice.ts';

export interface FlagsState {
  readonly freemiumUnauth: boolean;
  readonly freemiumMaxMessages: number;
  readonly freemiumPrimaryModel: string;
  readonly freemiumFallbackModel: string;
  readonly freemiumAgentAccess: boolean;
  readonly adminOverrideEnabled: boolean;
  readonly adminOverrideType: OverrideType;
}

/** Used until the server's settings are loaded. */
const initial: FlagsState = {
  freemiumUnauth: true,
  freemiumMaxMessages: 3,
  freemiumPrimaryModel: 'llama-3.3-70b-versatile',
  freemiumFallbackModel: 'llama-3.2-90b-text-preview',
  freemiumAgentAccess: false,
  adminOverrideEnabled: false,
  adminOverrideType: 'unlimited',
};

/** Only the admin override is stored. A type that is no longer offered reads as unlimited. */
export const restoreFlags = (stored: Readonly<Record<string, unknown>>): FlagsState => ({
  ...initial,
  adminOverrideEnabled: storedFlag(stored, 'adminOverrideEnabled', false),
  adminOverrideType: storedChoice(stored, 'adminOverrideType', OVERRIDE_TYPES, 'unlimited'),
});

export const persistedFlags = ({ adminOverrideEnabled, adminOverrideType }: FlagsState) => ({
  adminOverrideEnabled,
  adminOverrideType,
});

export interface FreemiumConfig {
  readonly freemiumEnabled: boolean;
  readonly maxTrialMessages: number;
  readonly freemiumAgentAccess: boolean;
}

/**
 * The server's word on an admin's override counts over what this machine remembered; the type chosen
 * last stays for the next time.
 */
const withOverride = (state: FlagsState, { override }: User): FlagsState =>
  override === null
    ? { ...state, adminOverrideEnabled: false }
    : { ...state, adminOverrideEnabled: true, adminOverrideType: override.overrideType };

export const flagsSlice = createSlice({
  name: 'flags',
  initialState: initial,
  reducers: {
    freemiumConfigReceived: (state, { payload }: PayloadAction<FreemiumConfig>): FlagsState => ({
      ...state,
      freemiumUnauth: payload.freemiumEnabled,
      freemiumMaxMessages: payload.maxTrialMessages,
      freemiumAgentAccess: payload.freemiumAgentAccess,
    }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(userSet, (state, { payload }): FlagsState => withOverride(state, payload))
      .addCase(userRefreshed, (state, { payload }): FlagsState => withOverride(state, payload))
      .addCase(signedOut, () => initial);
  },
});

export const { freemiumConfigReceived } = flagsSlice.actions;

/** The headers of an active admin override. */
export const overrideHeaders = ({ adminOverrideEnabled, adminOverrideType }: FlagsState): Record<string, string> =>
  adminOverrideEnabled ? { 'X-Admin-Override-Enabled': 'true', 'X-Admin-Override-Type': adminOverrideType } : {};

const hasFlags = (state: unknown): state is { readonly flags: FlagsState } =>
  typeof state === 'object' && state !== null && 'flags' in state;

/** The same for any store with a flags slice. */
export const selectOverrideHeaders = (state: unknown): Record<string, string> =>
  hasFlags(state) ? overrideHeaders(state.flags) : {};
