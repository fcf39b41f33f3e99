import type { Language } from '../../shared/languages.ts';
import { ownTier, type Tier } from '../../shared/tiers.ts';

export interface User {
  readonly uid: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly name: string;
  /** Of the page that was used last; null: not known yet. */
  readonly language: Language | null;
  readonly passwordHash: string | null;
  readonly authMode: 'email' | 'phone';
  /** The highest of the paid plan, a grant and the groups'; an admin's override may change the effective tier. */
  readonly subscription: Tier;
  readonly emailVerified: boolean;
  readonly isAdmin: boolean;
  /** Means nothing beside `isAdmin`; see `roleOf`. */
  readonly isAuditor: boolean;
  readonly createdAt: number;
  /** Null when not suspended. */
  readonly suspendedAt: number | null;
  /** Signing in takes a second step. */
  readonly hasSecondFactor: boolean;
  /** Changed by `GroupMembers` only. */
  readonly groupIds: readonly string[];
}

/** A new account: free, unverified and without rights unless `fields` says otherwise. */
export const buildUser = (fields: Pick<User, 'uid' | 'name' | 'createdAt'> & Partial<User>): User => ({
  email: null,
  phoneNumber: null,
  language: null,
  passwordHash: null,
  authMode: 'email',
  subscription: 'free',
  emailVerified: false,
  isAdmin: false,
  isAuditor: false,
  suspendedAt: null,
  hasSecondFactor: false,
  groupIds: [],
  ...fields,
});

/**
 * The way in that started a session. `provider`: one of OpenID Connect; `link`: a mailed one;
 * `setup`: the first admin's;
 * `two-step`: any, then a second factor; `unknown`: before this was stored.
 */
export type SignInMethod =
  | 'password'
  | 'phone'
  | 'google'
  | 'provider'
  | 'link'
  | 'setup'
  | 'two-step'
  | 'passkey'
  | 'unknown';

/** A session. The token is never stored, only its digest. */
export interface Session {
  /** Names the session to its owner; says nothing about the token. */
  readonly id: string;
  readonly tokenDigest: string;
  readonly uid: string;
  readonly method: SignInMethod;
  /** Browser and system as `describeDevice` names them; empty when unknown. */
  readonly device: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** To some minutes. */
  readonly lastUsedAt: number;
  /** When the person last proved who they are: at sign-in or later. */
  readonly authenticatedAt: number;
}

/** What a request needs to know of its session. */
export type ActiveSession = Pick<Session, 'id' | 'method' | 'lastUsedAt' | 'authenticatedAt'>;

/** The session of a request. */
export interface AuthenticatedSession extends ActiveSession {
  /** The person proved who they are within the last ten minutes. */
  readonly isRecent: boolean;
}

/** Trimmed and lower-cased, because not all databases compare text case-insensitively. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export const nameFromEmail = (email: string): string => email.slice(0, Math.max(1, email.indexOf('@')));

/** Shows only the last digits. */
export const nameFromPhone = (phoneNumber: string): string => `Phone •••${phoneNumber.slice(-4)}`;

/** By email or phone. Unverified accounts cannot use the free tier's replies. */
export const isVerified = ({ emailVerified, authMode }: Pick<User, 'emailVerified' | 'authMode'>): boolean =>
  emailVerified || authMode === 'phone';

/** Free accounts by email that are not verified; admins never have to. */
export const mustVerifyEmail = (user: User): boolean => ownTier(user) === 'free' && !isVerified(user);
