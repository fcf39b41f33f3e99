import type { GroupRights } from '../../../../shared/group-rights.ts';
import type { OverrideType, Tier } from '../../../../shared/tiers.ts';
import type { InsteadOf } from '../../../../shared/reply-details.ts';

export interface UserRequester {
  readonly kind: 'user';
  readonly uid: string;
  readonly tier: Tier;
  readonly isAdmin: boolean;
  /** The email address or phone number is verified. */
  readonly verified: boolean;
  /** An admin acts as `tier`, and nothing is counted; with `unlimited` every model is allowed too. */
  readonly override?: OverrideType | undefined;
  /** What the groups give; undefined without groups, and with an override. */
  readonly rights?: GroupRights | undefined;
}

/** Accounts as they are now, for what is done long after it was asked. */
export abstract class Requesters {
  /** With the tier and the groups of their own, suspended or not. */
  abstract find(uid: string): Promise<UserRequester | undefined>;
  /** What the account may do now. Undefined: suspended or deleted. An override holds as long as it is an admin's. */
  abstract current(asked: Pick<UserRequester, 'uid' | 'override'>): Promise<UserRequester | undefined>;
}

/** A signed-in person, or a visitor known by fingerprints of session and network address. */
export type Requester =
  | UserRequester
  | { readonly kind: 'visitor'; readonly session: string; readonly address: string };

/** The owner of a requester's replies. */
export const ownerOf = (requester: Requester): string =>
  requester.kind === 'user' ? `user:${requester.uid}` : `visitor:${requester.session}`;

export interface Admission {
  /** For `settle`. */
  readonly id: string;
  /** The model to use: the requested one, or the fallback when its limit is reached. */
  readonly model: string;
  /** The requested one, when the fallback is used. */
  readonly insteadOf?: InsteadOf;
}

/** Limits on messages. */
export abstract class Allowance {
  /** Reserves a message, for agents with an agent request. Throws the limit that is reached. */
  abstract reserve(requester: Requester, model: string, kind?: 'message' | 'agent'): Promise<Admission>;
  /** `refunded` only when no text came and the requester was not at fault. */
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
  /** Like `settle`, but corrects an earlier outcome: for a reply that was wrongly considered dead. */
  abstract resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

/** Custom instructions for replies: at most one text per account. */
export abstract class CustomInstructions {
  abstract find(uid: string): Promise<string | undefined>;
  /** Replaces the text. `now` in epoch milliseconds. */
  abstract set(uid: string, text: string, now: number): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

export interface DefaultModels {
  readonly primary: string;
  readonly fallback: string | undefined;
}

/** Default and allowed models. */
export abstract class ModelPolicy {
  /** `fallback` answers when a model fails; undefined when the admins switched that off. */
  abstract defaults(requester: Requester): Promise<DefaultModels>;
  /** Returns the model id to call. Throws `UnknownModel`, `SubscriptionRequired`. */
  abstract choose(requester: Requester, requested: string | undefined): Promise<string>;
}

/** Accounts whose running replies must stop. */
export abstract class Revocations {
  /** The suspended or deleted ones. */
  abstract findRevoked(uids: readonly string[]): Promise<readonly string[]>;
}
