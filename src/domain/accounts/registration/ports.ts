import type { Language } from '../../../shared/languages.ts';
import type { Tier } from '../../../shared/tiers.ts';

/** The admin who decided. */
export interface DecidedBy {
  readonly uid: string;
  readonly name: string;
}

/** Lets somebody make an account. Its tokens are never stored, only their digests. */
export interface Invitation {
  readonly id: string;
  /** The only address it is for; null: whoever has the link. */
  readonly email: string | null;
  /** The plan that accounts get; null: none. */
  readonly tier: Tier | null;
  /** How long they have it; null: without end. */
  readonly tierDays: number | null;
  /** Accounts that it may make. */
  readonly uses: number;
  readonly by: string;
  readonly byName: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface InvitationTokens {
  /** Of the link that the admin copies. */
  readonly linkDigest: string;
  /** Of the link that only the mail has, and so proves the address. */
  readonly mailDigest: string | null;
}

export interface InvitationState {
  readonly used: number;
  readonly revokedAt: number | null;
}

/** `name` and `uid` of an account that exists. */
export interface InvitationUse {
  readonly uid: string;
  readonly name: string;
  readonly at: number;
}

export interface ListedInvitation extends Invitation, InvitationState {
  /** Newest first. */
  readonly usedBy: readonly InvitationUse[];
}

export interface FoundInvitation extends Invitation, InvitationState {
  /** The token came by mail to `email`. */
  readonly isMailed: boolean;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export abstract class Invitations {
  abstract add(invitation: Invitation & InvitationTokens): Promise<void>;
  /** Also one that is used up, revoked or expired. */
  abstract find(digest: string): Promise<FoundInvitation | undefined>;
  /** Counts an account. False, and nothing changed, when it is used up, revoked or expired, also when calls race. */
  abstract use(id: string, uid: string, now: number): Promise<boolean>;
  /** Newest first. */
  abstract list(page: Page): Promise<{ readonly invitations: readonly ListedInvitation[]; readonly total: number }>;
  /** False when it is revoked already or does not exist. */
  abstract revoke(id: string, now: number): Promise<boolean>;
  /** Those that an account made. */
  abstract revokeAllBy(uid: string, now: number): Promise<void>;
  /** Those that expired before. */
  abstract removeExpired(before: number): Promise<void>;
}

/** Somebody who asks for an account. There is none until an admin approves. */
export interface RegistrationRequest {
  readonly id: string;
  /** One request each: the address where it is typed or proved, else the key of the identity. */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phoneNumber: string | null;
  readonly name: string;
  readonly passwordHash: string | null;
  /** The proved identity that the account will have; null: a password. */
  readonly identityKey: string | null;
  /** The sign-in provider that the identity is stored under. */
  readonly provider: string | null;
  /** Of the mail that tells the decision. */
  readonly language: Language;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface DeclinedBy {
  readonly byName: string;
  readonly at: number;
  /** Told to the person; empty: none. */
  readonly reason: string;
}

export interface StoredRequest extends RegistrationRequest {
  /** Null while nobody decided. */
  readonly declined: DeclinedBy | null;
}

export abstract class RegistrationRequests {
  /** False, and nothing changed, when there is one of this subject, also when calls race. */
  abstract add(request: RegistrationRequest): Promise<boolean>;
  abstract find(id: string): Promise<StoredRequest | undefined>;
  /** Not an expired one. */
  abstract findBySubject(subject: string, now: number): Promise<StoredRequest | undefined>;
  /** Undecided ones first, each the newest first; none that has expired. */
  abstract list(
    page: Page,
    now: number,
  ): Promise<{ readonly requests: readonly StoredRequest[]; readonly total: number; readonly waiting: number }>;
  abstract forgetPassword(id: string): Promise<void>;
  /** Also forgets the password. False for all but one caller. */
  abstract decline(id: string, decision: DeclinedBy): Promise<boolean>;
  /** True for exactly one caller. */
  abstract remove(id: string): Promise<boolean>;
  abstract removeExpired(now: number): Promise<void>;
  /** Whether somebody waits of whom the admins have not been told. */
  abstract hasUnannounced(now: number): Promise<boolean>;
  /** Marks those as told at `at`; returns how many. Each is counted once, also when calls race. */
  abstract announce(at: number): Promise<number>;
  /** Undoes `announce` after a failure. */
  abstract withdrawAnnouncement(at: number): Promise<void>;
}

/** Plans that come with an invitation. Call it in the transaction that makes the account. */
export abstract class InvitedPlans {
  abstract grant(
    uid: string,
    plan: { readonly tier: Tier; readonly days: number | null; readonly by: DecidedBy },
  ): Promise<void>;
}
