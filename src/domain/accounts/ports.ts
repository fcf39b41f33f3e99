import type { Language } from '../../shared/languages.ts';
import type { Role } from '../../shared/roles.ts';
import type { UsageReport } from '../operations/ports.ts';
import type { ApiKey } from './api-key.ts';
import { CaptchaRequired } from './errors.ts';
import type { ActiveSession, Session, User } from './user.ts';

/** One account per email. */
export abstract class UserRepository {
  /** Until the end of the transaction: other transactions that lock this account wait. */
  abstract lock(uid: string): Promise<void>;
  abstract find(uid: string): Promise<User | undefined>;
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** Throws `EmailInUse`, also when two calls race. */
  abstract add(user: User): Promise<void>;
  abstract setRole(uid: string, role: Role): Promise<void>;
  /** Over the role of a user or an auditor, which comes back with false. */
  abstract setAdmin(uid: string, isAdmin: boolean): Promise<void>;
  abstract hasAdmin(): Promise<boolean>;
  /** Suspended admins do not count. Locks the admins until the end of a transaction. */
  abstract countAdmins(): Promise<number>;
  abstract markVerified(uid: string): Promise<void>;
  /** Null removes the password. */
  abstract setPassword(uid: string, passwordHash: string | null): Promise<void>;
  /** False, and nothing changed, when the stored hash is no longer `expected`. */
  abstract replacePassword(uid: string, expected: string, passwordHash: string): Promise<boolean>;
  abstract setName(uid: string, name: string): Promise<void>;
  abstract setLanguage(uid: string, language: Language): Promise<void>;
  /**
   * Sets a proved address. False, and nothing changed, when the present one is no longer `expected`. Throws
   * `EmailInUse`, as `add` does, also for an address that its former account may still take back (`EmailChanges`).
   */
  abstract replaceEmail(of: { uid: string; expected: string; email: string; now: number }): Promise<boolean>;
  /** Null lifts the suspension. */
  abstract setSuspended(uid: string, at: number | null): Promise<void>;
  abstract setSecondFactor(uid: string, hasSecondFactor: boolean): Promise<void>;
}

export abstract class SessionRepository {
  abstract add(session: Session): Promise<void>;
  /**
   * An unexpired session with its user, never cached, so that changes of rights take effect at once; undefined while
   * suspended.
   */
  abstract find(
    tokenDigest: string,
    now: number,
  ): Promise<{ readonly session: ActiveSession; readonly user: User } | undefined>;
  /** Unexpired ones, the last used first. */
  abstract listByUser(uid: string, now: number): Promise<readonly Session[]>;
  /** A use later than `lastUsedAt`. */
  abstract touch(tokenDigest: string, now: number): Promise<void>;
  /** The person proved who they are. */
  abstract renewAuthentication(tokenDigest: string, now: number): Promise<void>;
  /** The digests whose sessions are still valid. */
  abstract filterValid(tokenDigests: readonly string[], now: number): Promise<readonly string[]>;
  abstract remove(tokenDigest: string): Promise<void>;
  /** False when the user has no such session. */
  abstract removeById(uid: string, id: string): Promise<boolean>;
  /** In one statement. */
  abstract removeAllByUser(uid: string): Promise<void>;
  /** All of the user but one. */
  abstract removeOthersByUser(uid: string, tokenDigest: string): Promise<void>;
  /** No session of the user counts as proved any more. */
  abstract expireAuthentications(uid: string): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}

/** API keys, several per account. Expired ones stay listed until their owner revokes them. */
export abstract class ApiKeyRepository {
  abstract add(key: ApiKey): Promise<void>;
  /** Newest first. */
  abstract listByUser(uid: string): Promise<readonly ApiKey[]>;
  /**
   * A key that has not expired with its user, never cached, so that changes of plan and rights take effect at once;
   * undefined while suspended.
   */
  abstract find(id: string, now: number): Promise<{ readonly key: ApiKey; readonly user: User } | undefined>;
  /** The ids that are still valid. */
  abstract filterValid(ids: readonly string[], now: number): Promise<readonly string[]>;
  /** False when the user has no such key. */
  abstract remove(uid: string, id: string): Promise<boolean>;
  abstract removeAllByUser(uid: string): Promise<void>;
  abstract touch(id: string, now: number): Promise<void>;
}

/** One-time secrets, stored as digests. */
export abstract class OneTimeSecrets {
  abstract add(secret: { digest: string; purpose: 'first-admin'; expiresAt: number }): Promise<void>;
  /** True for exactly one caller, and only before it expires. */
  abstract consume(digest: string, purpose: 'first-admin', now: number): Promise<boolean>;
  /** Whether `consume` would return true; does not use it up. */
  abstract isValid(digest: string, purpose: 'first-admin', now: number): Promise<boolean>;
  /** Revokes all unused secrets of a purpose. */
  abstract revoke(purpose: 'first-admin'): Promise<void>;
  /**
   * Marks a secret that was never added as used: true for the first caller only. It may be deleted after `expiresAt`.
   */
  abstract consumeOnce(secret: {
    digest: string;
    purpose: 'captcha' | 'passkey';
    expiresAt: number;
    now: number;
  }): Promise<boolean>;
  abstract removeExpired(purpose: 'captcha' | 'passkey', now: number): Promise<void>;
}

/** The purpose of a mailed link. */
export type LinkPurpose = 'verify-email' | 'reset-password';

/**
 * `claim-account`: sets a new password for a person who followed the verification link of an account that somebody else
 * created. `second-factor`: the proof that the first step of a sign-in was passed.
 */
export type TokenPurpose = LinkPurpose | 'claim-account' | 'second-factor';

/** One-time tokens of accounts, stored as digests. */
export abstract class AccountTokens {
  abstract add(token: {
    digest: string;
    purpose: TokenPurpose;
    uid: string;
    createdAt: number;
    expiresAt: number;
  }): Promise<void>;
  /** Returns the uid to exactly one caller, and only before the token expires. */
  abstract consume(digest: string, purpose: TokenPurpose, now: number): Promise<string | undefined>;
  /** The uid that `consume` would return; does not use the token up. */
  abstract find(digest: string, purpose: TokenPurpose, now: number): Promise<string | undefined>;
  /** Revokes all unused tokens of an account and purpose. */
  abstract revoke(uid: string, purpose: TokenPurpose): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}

/** `none`: there is no code to guess; `spent`: too many guesses. */
export type GuessResult = 'right' | 'wrong' | 'spent' | 'none';

/** Sign-in codes, one per subject, stored as fingerprints. Every guess is counted before it is checked. */
export abstract class SignInCodes {
  /** Replaces the subject's earlier code. */
  abstract put(code: { subject: string; fingerprint: string; expiresAt: number }): Promise<void>;
  /** A right guess uses the code up: of parallel calls only one succeeds. At most `tries` guesses are checked. */
  abstract guess(guess: { subject: string; fingerprint: string; tries: number; now: number }): Promise<GuessResult>;
  abstract removeExpired(now: number): Promise<void>;
}

/** Minimum intervals between two actions of one subject. */
export abstract class Cooldowns {
  /** Returns 0 and starts the cooldown when it may be done now, else the milliseconds left to wait. */
  abstract start(subject: string, cooldownMs: number, now: number): Promise<number>;
  /** Undoes `start` after a failure. */
  abstract cancel(subject: string): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}

export const EMAIL_KINDS = [
  'verify-email',
  'reset-password',
  'password-changed',
  'second-factor-reset',
  'confirm-email',
  'email-change-asked',
  'email-changed',
  'invitation',
  'registration-approved',
  'registration-approved-elsewhere',
  'registration-declined',
  'account-exists',
  'app-added',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'provider-linked',
  'provider-unlinked',
  'share-taken-down',
  'share-restored',
  'requests-waiting',
  'usage-report',
  'test',
] as const;

export interface EmailMessage {
  readonly kind: (typeof EMAIL_KINDS)[number];
  readonly to: string;
  readonly link: string;
  /** Null and none: that of the page that asks. */
  readonly language?: Language | null;
  /** Plain text of a person, below the opening; empty: none. */
  readonly note?: string;
  /** Of `usage-report`. */
  readonly report?: UsageReport;
  /** Of `requests-waiting`: how many. */
  readonly waiting?: number;
}

/**
 * Sends the emails of accounts. What the mail server does not take now is stored and sent later. Throws `EmailRefused`
 * when it never will be, otherwise what keeps it from being sent and from being stored.
 */
export abstract class Mailer {
  abstract send(message: EmailMessage): Promise<void>;
}

/**
 * Sends an email now or never, for whoever shows the outcome or tries again by itself. Throws `EmailRefused` when the
 * mail server does not take it for good, otherwise what went wrong.
 */
export abstract class DirectMailer extends Mailer {}

/** Knows the domains of disposable email addresses. */
export abstract class EmailDomains {
  abstract isDisposable(email: string): Promise<boolean>;
}

/** The public URL of this server, without a trailing slash. */
export abstract class Site {
  abstract readonly url: string;
}

export abstract class TextMessages {
  /** A sandbox sends nothing, so the code may be returned to the caller. */
  abstract readonly isSandbox: boolean;
  /** Throws `InvalidPhoneNumber` when the number cannot be reached at all, otherwise `SmsNotSent`. */
  abstract send(to: string, text: string): Promise<void>;
  /** Checks the connection without sending a message. Throws when it fails. */
  abstract check(): Promise<void>;
}

export abstract class PhoneNumbers {
  /** Returns the number in E.164 form. Throws `InvalidPhoneNumber` for invalid and for premium-rate numbers. */
  abstract parse(digits: string, countryCode: string): Promise<string>;
}

export interface CaptchaConfig {
  readonly provider: 'builtin' | 'turnstile' | 'hcaptcha';
  readonly siteKey: string | null;
  readonly scriptUrl: string | null;
}

export interface Challenge {
  readonly challenge: string;
  /** The number of leading zero bits of the digest. */
  readonly difficulty: number;
  readonly expiresAt: number;
}

export abstract class Captcha {
  abstract readonly config: CaptchaConfig;
  /** A built-in challenge; undefined when a provider's script creates them. */
  abstract createChallenge(): Challenge | undefined;
  /** Each token is accepted once. Throws `CaptchaUnavailable` when it cannot be checked. */
  abstract verify(token: string): Promise<boolean>;

  /** `failure`: the error text of the call that asks. Throws `CaptchaRequired`, `CaptchaUnavailable`. */
  async requireSolved(token: string | undefined, failure: string): Promise<void> {
    if (token === undefined || token === '') throw new CaptchaRequired(false, failure);
    if (!(await this.verify(token))) throw new CaptchaRequired(true, failure);
  }
}

/** The usage of deleted accounts for the current day, by fingerprint of their email or phone number. */
export abstract class SpentQuotas {
  /** Stores the account's usage of the day; of two entries the higher counts. */
  abstract save(fingerprint: string, uid: string, day: string): Promise<void>;
  /** Applies the stored usage to a new account. */
  abstract restore(fingerprint: string, uid: string, day: string): Promise<void>;
  abstract removeBefore(day: string): Promise<void>;
}

/** Slow password hashes, with a limited number of workers and a limited queue. Throws `PasswordHashingBusy`. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;
  /** Takes as long for `undefined` (no such account) as for a real hash. */
  abstract matches(password: string, hash: string | undefined): Promise<boolean>;
}
