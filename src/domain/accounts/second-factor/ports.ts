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

/** A credential of the Web Authentication API: its public half. */
export interface Credential {
  /** base64url, as the browser names it. */
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** Of signatures; stays 0 for passkeys that are synchronized. */
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface Passkey extends Credential {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export abstract class Passkeys {
  /** False when the credential is registered already, to whomever. */
  abstract add(passkey: Passkey): Promise<boolean>;
  abstract findByCredential(credentialId: string): Promise<Passkey | undefined>;
  /** Oldest first. */
  abstract listByUser(uid: string): Promise<readonly Passkey[]>;
  /**
   * Stores a use. False when the counter did not grow: then another copy of the key was used since. Always 0 is fine.
   */
  abstract use(id: string, counter: number, now: number): Promise<boolean>;
  /** False when the user has no such passkey. */
  abstract remove(uid: string, id: string): Promise<boolean>;
  abstract removeAllByUser(uid: string): Promise<void>;
}

/** What a browser answers, as JSON. */
export interface RegistrationAnswer {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

export interface AuthenticationAnswer {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

/** Options for the browser, as JSON. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Whether a challenge is one of ours, unused and unexpired; uses it up. */
export type SpendChallenge = (challenge: string) => Promise<boolean>;

/** The Web Authentication API for this server's address. The person is always verified: by finger, face or PIN. */
export abstract class WebAuthn {
  abstract createRegistration(input: {
    readonly challenge: string;
    readonly uid: string;
    readonly name: string;
    readonly existing: readonly string[];
  }): Promise<PasskeyOptions>;
  /** Undefined when the answer is not valid. */
  abstract verifyRegistration(answer: RegistrationAnswer, spend: SpendChallenge): Promise<Credential | undefined>;
  abstract createAuthentication(challenge: string): Promise<PasskeyOptions>;
  /** The new counter; undefined when the answer is not valid. */
  abstract verifyAuthentication(
    answer: AuthenticationAnswer,
    passkey: Passkey,
    spend: SpendChallenge,
  ): Promise<number | undefined>;
}
