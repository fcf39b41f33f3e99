export interface AuthenticatorApp {
  /** Base32, as the person's app stores it; undefined when it cannot be decrypted because APP_SECRET has changed. */
  readonly secret: string | undefined;
  /** Null until a first code proves that the person's app has the secret. */
  readonly confirmedAt: number | null;
}

/** Authenticator apps (TOTP), at most one per account. Secrets are encrypted at rest. */
export abstract class AuthenticatorApps {
  abstract find(uid: string): Promise<AuthenticatorApp | undefined>;
  /** Replaces an unconfirmed one. False, and nothing changed, when there is a confirmed one. */
  abstract propose(uid: string, secret: string, now: number): Promise<boolean>;
  /** True for one caller only, and only while it is unconfirmed. `step`: of the code that confirmed it. */
  abstract confirm(uid: string, step: number, now: number): Promise<boolean>;
  /** Uses up a code: false when it, or a later one, was used before. */
  abstract useStep(uid: string, step: number): Promise<boolean>;
  abstract remove(uid: string): Promise<void>;
}

/** One-time codes for a person who has lost their other second factors, stored as digests. */
export abstract class RecoveryCodes {
  /** Replaces all earlier ones. */
  abstract replace(uid: string, digests: readonly string[]): Promise<void>;
  /** True for exactly one caller. */
  abstract consume(uid: string, digest: string, now: number): Promise<boolean>;
  abstract countUnused(uid: string): Promise<number>;
}

/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30 seconds, which every app understands. */
export abstract class OneTimePasswords {
  /** A new secret in base32, without padding. */
  abstract createSecret(): string;
  abstract codeAt(secret: string, step: number): string;
}
