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
  /** How many accounts have the admin right and are not suspended. */
  abstract countAdmins(): Promise<number>;
  abstract markVerified(uid: string): Promise<void>;
  /** Null: the account has no password any more. */
  abstract setPassword(uid: string, passwordHash: string | null): Promise<void>;
  /** Null: in order again. */
  abstract setSuspended(uid: string, at: number | null): Promise<void>;
}

export abstract class SessionRepository {
  abstract add(session: Session): Promise<void>;
  /** The account behind an unexpired token digest, read anew each time so that rights change at once; none while it is suspended. */
  abstract findUser(tokenDigest: string, now: number): Promise<User | undefined>;
  /** Those of these token digests that still let somebody in. */
  abstract filterValid(tokenDigests: readonly string[], now: number): Promise<readonly string[]>;
  abstract remove(tokenDigest: string): Promise<void>;
  /** Ends all sessions of an account in one statement. */
  abstract removeAllByUser(uid: string): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}

/** Keys for programs, at most one per account. */
export abstract class ApiKeyRepository {
  /** Keeps the account's key in place of any that it had. */
  abstract replace(key: ApiKey): Promise<void>;
  abstract findByUser(uid: string): Promise<ApiKey | undefined>;
  /** A key by its id with the account behind it, read anew each time so that plan and rights hold at once; none while it is suspended. */
  abstract find(id: string): Promise<{ readonly key: ApiKey; readonly user: User } | undefined>;
  /** Those of these key ids that still let somebody in. */
  abstract filterValid(ids: readonly string[]): Promise<readonly string[]>;
  abstract remove(uid: string): Promise<void>;
  /** Notes that the key was used. */
  abstract touch(id: string, now: number): Promise<void>;
}

/** One-time secrets with a purpose, kept as digests. */
export abstract class OneTimeSecrets {
  abstract add(secret: { digest: string; purpose: 'first-admin'; expiresAt: number }): Promise<void>;
  /** Uses it up: true for exactly one of all callers, and only before it expires. */
  abstract consume(digest: string, purpose: 'first-admin', now: number): Promise<boolean>;
  /** Whether `use` would answer true now; uses nothing up. */
  abstract isValid(digest: string, purpose: 'first-admin', now: number): Promise<boolean>;
  /** Voids all open ones of a purpose. */
  abstract revoke(purpose: 'first-admin'): Promise<void>;
  /** Marks as used what was never added: true for the first caller only. `expiresAt`: from when on it may be forgotten. */
  abstract consumeOnce(secret: {
    digest: string;
    purpose: 'captcha';
    expiresAt: number;
    now: number;
  }): Promise<boolean>;
  /** Forgets what was spent and could not be used any more anyway. */
  abstract removeExpired(purpose: 'captcha', now: number): Promise<void>;
}

/** What a link that was mailed to somebody may do. */
export type LinkPurpose = 'verify-email' | 'reset-password';

/** `claim-account`: for who followed the verification link of an account that somebody else made; sets a new password. */
export type TokenPurpose = LinkPurpose | 'claim-account';

/** One-time tokens of accounts, kept as digests. */
export abstract class AccountTokens {
  abstract add(token: {
    digest: string;
    purpose: TokenPurpose;
    uid: string;
    createdAt: number;
    expiresAt: number;
  }): Promise<void>;
  /** Uses it up: the account's uid for exactly one of all callers, and only before it expires. */
  abstract consume(digest: string, purpose: TokenPurpose, now: number): Promise<string | undefined>;
  /** The uid that `use` would answer now; uses nothing up. */
  abstract find(digest: string, purpose: TokenPurpose, now: number): Promise<string | undefined>;
  /** Voids all open ones of an account and purpose. */
  abstract revoke(uid: string, purpose: TokenPurpose): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}

/** What was proved outside: a phone number or an account elsewhere. One key, one account. */
export abstract class Identities {
  abstract find(key: string): Promise<User | undefined>;
  /** Throws `IdentityTaken` when the key has an account, also when two calls race. */
  abstract add(key: string, uid: string, now: number): Promise<void>;
  /** The account keeps none. */
  abstract removeAllByUser(uid: string): Promise<void>;
}

/** `none`: there is no code that could be guessed; `spent`: too many guesses were made at it. */
export type GuessResult = 'right' | 'wrong' | 'spent' | 'none';

/** Short codes, one per subject, kept as fingerprints. Every guess is counted before it is looked at. */
export abstract class SignInCodes {
  /** Replaces the subject's earlier code. */
  abstract put(code: { subject: string; fingerprint: string; expiresAt: number }): Promise<void>;
  /** A right guess uses the code up: of many at once only one is right. At most `tries` guesses are looked at. */
  abstract guess(guess: { subject: string; fingerprint: string; tries: number; now: number }): Promise<GuessResult>;
  abstract removeExpired(now: number): Promise<void>;
}

/** Keeps apart what one subject may do only every so often. */
export abstract class Cooldowns {
  /** 0 when it may be done now (and then not again for `gapMs`), else the milliseconds that are left to wait. */
  abstract start(subject: string, cooldownMs: number, now: number): Promise<number>;
  /** Undoes a `take` of something that failed. */
  abstract cancel(subject: string): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}

export interface EmailMessage {
  readonly kind: LinkPurpose;
  readonly to: string;
  readonly link: string;
}

/** Sends the mails of accounts. Throws what went wrong. */
export abstract class Mailer {
  abstract send(message: EmailMessage): Promise<void>;
}

/** Knows the addresses that are thrown away after one use. */
export abstract class EmailDomains {
  abstract isDisposable(email: string): Promise<boolean>;
}

/** Where people reach this server, without a slash at the end. */
export abstract class Site {
  abstract readonly url: string;
}

export abstract class TextMessages {
  /** A sandbox sends nothing, so the code may be told to whoever asks. */
  abstract readonly isSandbox: boolean;
  /** Throws `InvalidPhoneNumber` when the number cannot be reached at all, `SmsNotSent` for other failures. */
  abstract send(to: string, text: string): Promise<void>;
  /** Whether messages could be sent now, without sending any. Throws what is in the way. */
  abstract check(): Promise<void>;
}

export abstract class PhoneNumbers {
  /** The number in E.164 form. Throws `InvalidPhoneNumber` for what is none, and for numbers that cost whoever calls them. */
  abstract parse(digits: string, countryCode: string): Promise<string>;
}

/** Who somebody is by the word of an identity provider. */
export interface VerifiedIdentity {
  /** Issuer and subject: the only key that may be trusted to stay. */
  readonly key: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
}

export abstract class IdentityTokens {
  /** Throws `IdentityRejected` for a token that proves nothing, `IdentityUnavailable` when that cannot be found out. */
  abstract verify(token: string): Promise<VerifiedIdentity>;
}

/** What the sign-in popup brings back: the provider's own token, or what was typed into the sandbox's form. */
export type PopupResult =
  | { readonly kind: 'provider'; readonly idToken: string; readonly nonce: string }
  | { readonly kind: 'form'; readonly name: string; readonly email: string };

/** The popup in which a person says who they are. */
export abstract class IdentityPopup {
  /** `redirect`: the provider's page asks; `form`: a page of ours does; `none`: not configured. */
  abstract readonly kind: 'redirect' | 'form' | 'none';
  /** The provider's page; only for `redirect`. */
  abstract buildUrl(of: { returnUrl: string; nonce: string; state: string }): string;
  /** The token that `IdentityTokens` takes. Throws `IdentityRejected`, `IdentityUnavailable`. */
  abstract exchange(result: PopupResult): Promise<string>;
}

export interface CaptchaConfig {
  readonly provider: 'builtin' | 'turnstile' | 'hcaptcha';
  readonly siteKey: string | null;
  readonly scriptUrl: string | null;
}

export interface Challenge {
  readonly challenge: string;
  /** Zero bits that the digest must begin with. */
  readonly difficulty: number;
  readonly expiresAt: number;
}

export abstract class Captcha {
  abstract readonly config: CaptchaConfig;
  /** A challenge of ours; undefined when somebody else's script makes them. */
  abstract createChallenge(): Challenge | undefined;
  /** Each token passes once at most. Throws `CaptchaUnavailable` when nobody can tell. */
  abstract verify(token: string): Promise<boolean>;
}

/** What accounts that are gone had used of a day, by fingerprints of whose they were. */
export abstract class SpentQuotas {
  /** Keeps what the account has used of the day; of what an earlier one left, the higher number counts. */
  abstract save(fingerprint: string, uid: string, day: string): Promise<void>;
  /** Counts for a new account what was kept. */
  abstract restore(fingerprint: string, uid: string, day: string): Promise<void>;
  /** Forgets what was kept for earlier days. */
  abstract removeBefore(day: string): Promise<void>;
}

/** Slow password hashes. Only so many are made at once, and only so many wait: beyond, `PasswordHashingBusy`. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;
  /** Takes as long for `undefined` (no such account) as for a real hash. */
  abstract matches(password: string, hash: string | undefined): Promise<boolean>;
}
