import type { Tier } from '../kernel/tier.ts';

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
}

/** A signed-in browser. The token itself is never stored, only its digest. */
export interface Session {
  readonly tokenDigest: string;
  readonly uid: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Trimmed and lower-cased: one address, one account, on databases that tell case apart and on those that do not. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** The name of an account that gave none. */
export const nameFrom = (email: string): string => email.slice(0, Math.max(1, email.indexOf('@')));
