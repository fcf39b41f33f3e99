import type { Tier } from '../../shared/tiers.ts';
import type { PlanChoice, PlanCancellationAction } from '../../shared/plan-cancellations.ts';
import type { SortOrder, UserSort } from '../../shared/user-order.ts';
import type { Admin } from '../admin/ports.ts';

/** One thing that an admin does to one account. */
export interface AdminAction {
  readonly admin: Admin;
  readonly uid: string;
  readonly reason: string | undefined;
}

export interface AdminDecision {
  /** The admin's uid. */
  readonly by: string;
  readonly byName: string;
  readonly at: number;
  readonly reason: string;
}

export interface PaidPlan {
  readonly tier: Tier;
  readonly status: 'active' | 'canceling' | 'past_due';
  /** It is charged again when the period ends. */
  readonly renews: boolean;
  readonly periodEnd: number | null;
}

/** An account as admins see it, without credentials. */
export interface UserOverview {
  readonly uid: string;
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** The highest of the paid plan, the granted one and the groups'. */
  readonly subscription: Tier;
  /** `apikey`: an API key exists. */
  readonly authMode: 'email' | 'phone' | 'apikey';
  /** Null for accounts without an identity provider. */
  readonly firebaseUid: string | null;
  readonly customLimits: {
    readonly dailyMessages: number | null;
    readonly moonshotDaily: number | null;
    readonly setBy: string;
    readonly setAt: number;
    readonly reason: string;
  } | null;
  /** Messages of the requested day. */
  readonly usage: { readonly daily: number; readonly moonshotDaily: number };
  /** The last UTC day with a counted model call; null: none yet. */
  readonly lastActive: string | null;
  readonly createdAt: number;
  readonly isAdmin: boolean;
  readonly isAuditor: boolean;
  readonly emailVerified: boolean;
  readonly hasSecondFactor: boolean;
  /** By name. */
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly suspended: AdminDecision | null;
  /** What the account pays for; null: nothing. */
  readonly paid: PaidPlan | null;
  /** What is to happen to that because of a suspension; null: nothing. */
  readonly planCancellation: { readonly action: PlanCancellationAction; readonly isDone: boolean } | null;
  readonly granted: (AdminDecision & { readonly tier: Tier; readonly expiresAt: number | null }) | null;
}

interface UserFilter {
  readonly limit: number;
  /** Part of email, name or uid, case-insensitive; empty for all. */
  readonly search: string;
  readonly tier?: Tier | undefined;
  /** The UTC day of `usage`. */
  readonly day: string;
}

export interface UserQuery extends UserFilter {
  readonly offset: number;
  /** Newest first without it. Among equals by uid. */
  readonly sort?: { readonly by: UserSort; readonly order: SortOrder } | undefined;
}

export interface UserBatchQuery extends UserFilter {
  /** A uid; empty: from the start. */
  readonly after: string;
}

export interface UserStats {
  readonly byTier: Readonly<Record<Tier, number>>;
  readonly withCustomLimits: number;
}

export abstract class UserAdmin {
  /** `total` counts all matches. */
  abstract list(page: UserQuery): Promise<{ readonly people: readonly UserOverview[]; readonly total: number }>;
  /** By uid, for reading all in batches. */
  abstract listAfter(batch: UserBatchQuery): Promise<readonly UserOverview[]>;
  abstract find(uid: string, day: string): Promise<UserOverview | undefined>;
  /** Cached: current in this process, up to two seconds old in others. */
  abstract stats(): Promise<UserStats>;
}

/** The reasons of suspensions. Access itself is blocked by `UserRepository.setSuspended`. */
export abstract class Suspensions {
  /** Replaces an earlier one. */
  abstract save(uid: string, decision: AdminDecision): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

/** Subscriptions of accounts that are suspended or deleted. */
export abstract class PaidPlans {
  /** Stores what is to happen to them. Call it in the transaction that changes the account, then `carryOut`. */
  abstract cancel(uid: string, choice: PlanChoice | 'delete'): Promise<void>;
  /** The same for a suspension that is lifted: renewals that it ended go on. */
  abstract restore(uid: string): Promise<void>;
  /** At the payment provider. Does not throw: what fails is tried again until it holds. */
  abstract carryOut(uid: string): Promise<void>;
}

export abstract class RunningReplies {
  /** In all processes; resolves when they have ended, after five seconds at the latest. */
  abstract stopAll(uid: string): Promise<void>;
}

/** What pages of other servers allowed an account; implemented by tools. */
export abstract class GrantedAccess {
  /** Call what it returns once everything is deleted here: those servers are told, and nobody waits for them. */
  abstract prepareEnd(uid: string): Promise<() => void>;
}

export abstract class UserFiles {
  /** Removes all files of a person with their index. Idempotent. */
  abstract removeAll(uid: string): Promise<void>;
}

/** Deletes a person's data from the database. Each step is idempotent, so that an interrupted run can be resumed. */
export abstract class UserDataEraser {
  abstract begin(uid: string, now: number): Promise<void>;
  abstract hasBegun(uid: string): Promise<boolean>;
  /** Erasures started before `before` that have not finished. */
  abstract listUnfinished(before: number): Promise<readonly string[]>;
  /** Deletes chats, sessions, keys and the account; ledger lines are anonymised. */
  abstract finish(uid: string): Promise<void>;
}

export interface DeletedAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** Stores the usage of a deleted account until the end of the day, so that recreating it does not reset the limits. */
export abstract class QuotaCarryover {
  abstract save(account: DeletedAccount): Promise<void>;
}

export abstract class PhoneCodeVerifier {
  /** Uses up a right code. `number` in E.164 form. */
  abstract matches(number: string, code: string): Promise<boolean>;
}
