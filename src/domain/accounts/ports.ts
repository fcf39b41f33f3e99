import type { ApiKey } from './api-key.ts';
import type { Session, User } from './user.ts';

/** Accounts. One email, one account. */
export abstract class UserRepository {
  abstract find(uid: string): Promise<User | undefined>;
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** Throws `EmailInUse` when the email has an account, also when two calls race. */
  abstract add(user: User): Promise<void>;
  abstract setAdmin(uid: string, isAdmin: boolean): Promise<void>;
  abstract hasAdmin(): Promise<boolean>;
}

export abstract class SessionRepository {
  abstract add(session: Session): Promise<void>;
  /** The account behind an unexpired token digest, read anew each time so that rights change at once. */
  abstract userOf(tokenDigest: string, now: number): Promise<User | undefined>;
  abstract remove(tokenDigest: string): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}

/** Keys for programs, at most one per account. */
export abstract class ApiKeyRepository {
  /** Keeps the account's key in place of any that it had. */
  abstract replace(key: ApiKey): Promise<void>;
  abstract ofUser(uid: string): Promise<ApiKey | undefined>;
  /** A key by its id with the account behind it, read anew each time so that plan and rights hold at once. */
  abstract find(id: string): Promise<{ readonly key: ApiKey; readonly user: User } | undefined>;
  abstract remove(uid: string): Promise<void>;
  /** Notes that the key was used. */
  abstract touch(id: string, now: number): Promise<void>;
}

/** One-time secrets with a purpose, kept as digests. */
export abstract class OneTimeSecrets {
  abstract add(secret: { digest: string; purpose: 'first-admin'; expiresAt: number }): Promise<void>;
  /** Uses it up: true for exactly one of all callers, and only before it expires. */
  abstract use(digest: string, purpose: 'first-admin', now: number): Promise<boolean>;
  /** Voids all open ones of a purpose. */
  abstract revoke(purpose: 'first-admin'): Promise<void>;
}

/** Slow password hashes. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;
  /** Takes as long for `undefined` (no such account) as for a real hash. */
  abstract matches(password: string, hash: string | undefined): Promise<boolean>;
}
