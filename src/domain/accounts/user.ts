import type { Tier } from '../../shared/tiers.ts';

export interface User {
  readonly uid: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly authMode: 'email' | 'phone';
  /** What is paid for; the tier that counts may be raised by an admin's override. */
  readonly subscription: Tier;
  readonly emailVerified: boolean;
  readonly isAdmin: boolean;
  readonly createdAt: number;
  /** Since when nobody may use it; null when it is in order. */
  readonly suspendedAt: number | null;
}

/** A new account: free, unverified and without rights unless `fields` says otherwise. */
export const buildUser = (fields: Pick<User, 'uid' | 'name' | 'createdAt'> & Partial<User>): User => ({
  email: null,
  phoneNumber: null,
  passwordHash: null,
  authMode: 'email',
  subscription: 'free',
  emailVerified: false,
  isAdmin: false,
  suspendedAt: null,
  ...fields,
});

/** A signed-in browser. The token itself is never stored, only its digest. */
export interface Session {
  readonly tokenDigest: string;
  readonly uid: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Trimmed and lower-cased: one address, one account, on databases that tell case apart and on those that do not. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** The name of an account that gave none. */
export const nameFromEmail = (email: string): string => email.slice(0, Math.max(1, email.indexOf('@')));

/** The name of a phone account: its last digits, so that a person knows their own and nobody else learns it. */
export const nameFromPhone = (phoneNumber: string): string => `Phone •••${phoneNumber.slice(-4)}`;

/** Whether the account has proved who it belongs to, by mail or by phone; others may not use the free tier's replies. */
export const isVerified = ({ emailVerified, authMode }: Pick<User, 'emailVerified' | 'authMode'>): boolean =>
  emailVerified || authMode === 'phone';

/** Whether a verification mail makes sense: free accounts by email that are no admins and have not verified yet. */
export const mustVerifyEmail = (user: User): boolean =>
  user.subscription === 'free' && !user.isAdmin && !isVerified(user);
