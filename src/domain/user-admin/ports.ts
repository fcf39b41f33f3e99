import type { Tier } from '../../shared/tiers.ts';
import type { Admin } from '../admin/ports.ts';

/** One thing that an admin does to one account. */
export interface AdminAction {
  readonly admin: Admin;
  readonly uid: string;
  readonly reason: string | undefined;
}

/** Which admin did something to an account, when and why. */
export interface AdminDecision {
  /** The admin's uid. */
  readonly by: string;
  readonly byName: string;
  readonly at: number;
  readonly reason: string;
}

/** An account as admins see it: nothing by which anybody could sign in. */
export interface UserOverview {
  readonly uid: string;
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** The plan that counts: the higher of what is paid for and what is granted. */
  readonly subscription: Tier;
  /** `apikey`: a key for programs exists. */
  readonly authMode: 'email' | 'phone' | 'apikey';
  /** By the word of the identity provider; null for accounts that never used one. */
  readonly firebaseUid: string | null;
  readonly customLimits: {
    readonly dailyMessages: number | null;
    readonly moonshotDaily: number | null;
    readonly setBy: string;
    readonly setAt: number;
    readonly reason: string;
  } | null;
  /** Messages of the day that was asked for. */
  readonly usage: { readonly daily: number; readonly moonshotDaily: number };
  readonly createdAt: number;
  readonly isAdmin: boolean;
  readonly emailVerified: boolean;
  readonly suspended: AdminDecision | null;
  readonly granted: (AdminDecision & { readonly tier: Tier }) | null;
}

export interface UserQuery {
  readonly limit: number;
  readonly offset: number;
  /** Looked for anywhere in email, name and uid, without regard to capitals; empty for all. */
  readonly search: string;
  readonly tier?: Tier | undefined;
  /** The UTC day whose use is told. */
  readonly day: string;
}

export interface UserStats {
  readonly byTier: Readonly<Record<Tier, number>>;
  readonly withCustomLimits: number;
}

/** All accounts, for admins. */
export abstract class UserAdmin {
  /** Newest first; `total` counts all that were looked for. */
  abstract list(page: UserQuery): Promise<{ readonly people: readonly UserOverview[]; readonly total: number }>;
  abstract find(uid: string, day: string): Promise<UserOverview | undefined>;
  /** Right after each change in this process, within two seconds in others. */
  abstract stats(): Promise<UserStats>;
}

/** Why somebody is kept out. The account's own mark (`UserRepository.setSuspended`) is what keeps them out. */
export abstract class Suspensions {
  /** Replaces an earlier note. */
  abstract save(uid: string, decision: AdminDecision): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

/** What a person pays for. */
export abstract class PaidPlans {
  /** Ends it at the provider at once, so that nobody pays for an account that is gone. Throws `PaymentsFailed`. */
  abstract cancelImmediately(uid: string): Promise<void>;
}

/** What is being written for a person. */
export abstract class RunningReplies {
  /** Stops all of it, in whichever process; comes back when it has ended, after five seconds at the latest. */
  abstract stopAll(uid: string): Promise<void>;
}

/** Files of people, wherever they lie. */
export abstract class UserFiles {
  /** Removes all files of a person with everything made of them; doing it again changes nothing. */
  abstract removeAll(uid: string): Promise<void>;
}

/** Takes everything of a person out of the database. Each step may be repeated, so that a cut-off run can go on. */
export abstract class UserDataEraser {
  /** Marks the account as being erased. */
  abstract begin(uid: string, now: number): Promise<void>;
  /** The accounts whose erasure was begun before `before` and has not come to its end. */
  abstract listUnfinished(before: number): Promise<readonly string[]>;
  /** Chats, sessions, keys and the account itself go; lines of the ledger stay without a name. */
  abstract finish(uid: string): Promise<void>;
}

/** Whose account is deleted; without either there is nothing to know them by. */
export interface DeletedAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** Remembers until the end of the day what an account had used, so that making it anew gives nothing back. */
export abstract class QuotaCarryover {
  abstract save(account: DeletedAccount): Promise<void>;
}

/** Knows the codes that were sent to phones. */
export abstract class PhoneCodeVerifier {
  /** Uses a right code up. `number` in E.164 form. */
  abstract matches(number: string, code: string): Promise<boolean>;
}
