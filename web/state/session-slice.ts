import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { User } from '../../src/contract/common.ts';
import { storedText } from '../lib/stored-values.ts';

export interface SessionState {
  readonly token: string | null;
  readonly user: User | null;
  /** True while sign-in carries the visitor's conversation over (docs/adr/0036). */
  readonly isTransitioning: boolean;
  /** Whose session the server ended: the same person signing in again comes back to the same chat. Memory only. */
  readonly expiredUid: string | null;
}

const initial: SessionState = { token: null, user: null, isTransitioning: false, expiredUid: null };

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'uid' in value && typeof value.uid === 'string' && 'tier' in value;

/** The session as it was stored; the transition flag never survives a reload. */
export const restoreSession = (stored: Readonly<Record<string, unknown>>): SessionState => {
  const token = storedText(stored, 'token');
  const user = stored['user'];
  return token === null ? initial : { ...initial, token, user: isUser(user) ? user : null };
};

/** Auditors see a part of the admin panel. */
export const hasAdminPanel = ({ isAdmin, isAuditor }: User): boolean => isAdmin || isAuditor;

/** A free account of an email address asks nothing of the models before the address is verified (docs/adr/0039). */
export const mustVerifyEmail = ({ tier, authMode, emailVerified, isAdmin }: User): boolean =>
  tier === 'free' && authMode === 'email' && !emailVerified && !isAdmin;

/** The content of `session`. */
export const persistedSession = ({ token, user }: SessionState) => ({ token, user });

export const sessionSlice = createSlice({
  name: 'session',
  initialState: initial,
  reducers: {
    tokenSet: (state, { payload }: PayloadAction<string>): SessionState => ({ ...state, token: payload }),
    /** A user signed in. */
    userSet: (state, { payload }: PayloadAction<User>): SessionState => ({ ...state, user: payload, expiredUid: null }),
    /** The server's current copy of the same account. */
    userRefreshed: (state, { payload }: PayloadAction<User>): SessionState =>
      state.token === null ? state : { ...state, user: payload },
    transitionStarted: (state): SessionState => ({ ...state, isTransitioning: true }),
    transitionEnded: (state): SessionState => ({ ...state, isTransitioning: false }),
    /** The server no longer knows the bearer: signed out here, sign-in is asked for. */
    sessionExpired: (state): SessionState => ({ ...initial, expiredUid: state.user?.uid ?? state.expiredUid }),
    /** The person signed out: every slice starts afresh and storage is emptied. */
    signedOut: () => initial,
    /** Another tab signed in or out. */
    sessionSynced: (_, { payload }: PayloadAction<SessionState>) => payload,
  },
});

export const {
  tokenSet,
  userSet,
  userRefreshed,
  transitionStarted,
  transitionEnded,
  sessionExpired,
  signedOut,
  sessionSynced,
} = sessionSlice.actions;

const hasSession = (state: unknown): state is { readonly session: SessionState } =>
  typeof state === 'object' && state !== null && 'session' in state;

/** The token, from any store with a session slice. */
export const selectToken = (state: unknown): string | null => (hasSession(state) ? state.session.token : null);
