import type { RightHolder, RightHolderPage } from '../accounts/identity/ports.ts';
import type { ProviderCall } from '../chat/models/ports.ts';
import type { ProviderSubscription, Subscription } from './subscription.ts';
import type { GroupRights } from '../../shared/group-rights.ts';
import type { PaidTier, Tier } from '../../shared/tiers.ts';
import type { AdminDecision } from '../user-admin/ports.ts';

export type { ModelConfig, TierModel } from '../../shared/settings/model-config.ts';
export type { RateLimits } from '../../shared/settings/rate-limits.ts';

/** Limits that an admin set for one person; null uses the tier's. */
export interface CustomLimits {
  readonly uid: string;
  readonly dailyMessages: number | null;
  readonly moonshotDaily: number | null;
  /** The admin's uid. */
  readonly setBy: string;
  readonly setAt: number;
  readonly reason: string;
}

/** Custom limits. A change takes effect within two seconds in every process. */
export abstract class UserLimits {
  abstract find(uid: string): Promise<CustomLimits | undefined>;
  /** Replaces earlier ones. */
  abstract set(limits: CustomLimits): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

export type LimitRule = 'daily' | 'agent' | 'model' | 'lifetime' | 'no-access';

/** What a limit of 0 closes. */
export type ClosedScope = 'account' | 'model' | 'agents';

export interface LimitHit {
  /** Null: a visitor. */
  readonly uid: string | null;
  readonly tier: Tier | 'visitor';
  readonly rule: LimitRule;
  readonly model: string;
  readonly limit: number;
  /** With `no-access`. */
  readonly closed?: ClosedScope;
  /** Whether to log it; it is counted in any case. */
  readonly logged: boolean;
}

/** Counts and logs refusals. */
export abstract class LimitLog {
  abstract record(hit: LimitHit): void;
}

export interface LedgerEntry extends Omit<ProviderCall, 'isRefunded'> {
  readonly id: string;
  /** Null when unknown. */
  readonly provider: string | null;
  /** Millionths of a US dollar; null when the model has no price. */
  readonly costMicroUsd: number | null;
  /** 1 for the first call of a reply that was not refunded, else 0. */
  readonly messages: 0 | 1;
  readonly fileTokens: number;
  readonly at: number;
}

export abstract class LedgerStore {
  /** Removes lines and subtracts them from the sums. Unknown ids are ignored. */
  abstract remove(ids: readonly string[]): Promise<void>;
  /** One statement, in the caller's transaction if there is one. */
  abstract add(entries: readonly LedgerEntry[]): Promise<void>;
  /** Oldest first. */
  abstract listByOwner(owner: string, since: number): Promise<readonly LedgerEntry[]>;
  /** The same in pages: at most `limit` lines after the given one. */
  abstract listPage(
    owner: string,
    after: Pick<LedgerEntry, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly LedgerEntry[]>;
}

/** The paying account with its current tier. */
export interface Account {
  readonly uid: string;
  readonly email: string | null;
  readonly tier: Tier;
  readonly isAdmin: boolean;
  /** What the groups give. */
  readonly rights?: GroupRights | undefined;
}

/** What happened to a payment; the plan goes on until the provider changes the subscription. */
export type PaymentNoticeKind = 'refunded' | 'partly-refunded' | 'disputed' | 'dispute-won' | 'dispute-lost';

export interface PaymentNotice {
  readonly kind: PaymentNoticeKind;
  /** The payment's id at the provider. */
  readonly paymentId: string;
  /** Undefined where the event does not say it. */
  readonly customerId: string | undefined;
}

/** A signed event. `subscriptionId` is undefined for events about something else. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly subscriptionId: string | undefined;
  /** For admins. */
  readonly notice?: PaymentNotice | undefined;
  readonly at: number;
}

export interface Order {
  readonly uid: string;
  readonly customerId: string;
  readonly tier: PaidTier;
  /** Idempotency key: the same number is the same checkout. */
  readonly attempt: number;
}

export interface Checkout {
  readonly url: string;
  readonly sessionId: string;
}

/** A payment provider. Every call may throw `PaymentsFailed`; without payments all throw `PaymentsDisabled`. */
export abstract class Payments {
  /** Stored with each subscription. */
  abstract readonly provider: string;
  /** Undefined when the provider sends no events. */
  abstract readonly signatureHeader: string | undefined;
  /** Returns the existing customer of the account, if any; never the one that is `lost`. */
  abstract createCustomer(account: Pick<Account, 'uid' | 'email'>, lost?: string): Promise<string>;
  /** Where invoices are sent. Nothing for an unknown customer. */
  abstract changeEmail(customerId: string, email: string): Promise<void>;
  /**
   * Returns the open checkout for the same plan, if any, and closes those for other plans. Throws `CustomerNotFound`.
   */
  abstract createCheckout(order: Order): Promise<Checkout>;
  /** Open checkouts cannot be paid any more. Nothing for an unknown customer. Idempotent. */
  abstract closeCheckouts(customerId: string): Promise<void>;
  abstract find(subscriptionId: string): Promise<ProviderSubscription | undefined>;
  abstract listByCustomer(customerId: string): Promise<readonly ProviderSubscription[]>;
  /** The plan stays until the end of the paid period. A scheduled downgrade is dropped. Idempotent. */
  abstract cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Takes `cancelAtPeriodEnd` back; an ended plan stays ended. Idempotent. */
  abstract resume(subscriptionId: string): Promise<void>;
  /** The plan changes at the end of the paid period. Nothing for what is cancelled or not active. Idempotent. */
  abstract scheduleDowngrade(subscriptionId: string, tier: PaidTier): Promise<void>;
  /** Takes `scheduleDowngrade` back. Idempotent. */
  abstract cancelDowngrade(subscriptionId: string): Promise<void>;
  /** Cancels at once and credits the unused time, if it was paid. Idempotent. */
  abstract cancelImmediately(subscriptionId: string): Promise<void>;
  /** The page for cards and invoices. Throws `CustomerNotFound`. */
  abstract createPortalUrl(customerId: string): Promise<string>;
  /** Throws `InvalidSignature` when the signature is wrong or too old. */
  abstract parseEvent(body: string, signature: string): PaymentEvent;
}

/** Subscriptions as last applied. */
export abstract class Subscriptions {
  abstract find(provider: string, id: string): Promise<Subscription | undefined>;
  abstract listByUser(uid: string): Promise<readonly Subscription[]>;
  /** Revisions are consecutive from 1. Returns false, and saves nothing, when another call saved first. */
  abstract save(subscription: Subscription): Promise<boolean>;
  /** Open subscriptions of other providers whose period ended before `endedBefore`, and all of the sandbox. */
  abstract listOrphaned(provider: string, endedBefore: number, limit: number): Promise<readonly Subscription[]>;
}

export interface Customer {
  readonly provider: string;
  readonly uid: string;
  readonly customerId: string;
  /** The number of checkouts so far. */
  readonly attempts: number;
}

/** One customer per account and provider. */
export abstract class PaymentCustomers {
  abstract find(provider: string, uid: string): Promise<Customer | undefined>;
  /** Undefined for a customer that we did not create. */
  abstract findUid(provider: string, customerId: string): Promise<string | undefined>;
  /** Returns the stored one: the first when two are added at once. */
  abstract add(customer: Customer): Promise<Customer>;
  /** Takes the place of one that the provider no longer knows. Returns the stored one: the first of two at once. */
  abstract replace(lost: Customer, customerId: string): Promise<Customer>;
  /** Records checkout number `attempt`; an older number changes nothing. */
  abstract recordCheckout(customer: Customer, now: number): Promise<void>;
  /** Customers by uid after `afterUid` with a checkout since `since` or an open subscription. */
  abstract listToReconcile(page: {
    provider: string;
    afterUid: string;
    since: number;
    limit: number;
  }): Promise<readonly Customer[]>;
  /** Customers with a checkout since `since`, the latest first. */
  abstract listByCheckout(provider: string, since: number, limit: number): Promise<readonly Customer[]>;
}

/** Applied events. */
export abstract class PaymentEvents {
  abstract has(provider: string, id: string): Promise<boolean>;
  /** False when it exists already. A parallel call waits for the first one's transaction. */
  abstract add(provider: string, id: string, now: number): Promise<boolean>;
  abstract sweep(before: number): Promise<void>;
}

/** A plan granted by an admin. */
export interface TierGrant extends AdminDecision {
  readonly tier: Tier;
  /** When it ends by itself; null: never. */
  readonly expiresAt: number | null;
}

/** A plan by the claims of a sign-in provider. */
export interface ClaimedPlan {
  readonly provider: string;
  /** The provider's name. */
  readonly label: string;
  readonly tier: Tier;
  readonly at: number;
}

export abstract class AccountTiers {
  /** Locks the account until the transaction ends; false when it does not exist. */
  abstract lock(uid: string): Promise<boolean>;
  /** Sets the paid tier. A higher grant, claimed plan or tier of a group takes precedence. */
  abstract set(uid: string, tier: Tier): Promise<void>;
  /** Null removes the grant. Takes effect with the next `set`. */
  abstract grant(uid: string, grant: TierGrant | null): Promise<void>;
  /** Whether it takes precedence or not. */
  abstract findGrant(uid: string): Promise<TierGrant | undefined>;
  /** In place of the provider's earlier one. Takes effect with the next `set`. */
  abstract claim(uid: string, plan: ClaimedPlan): Promise<void>;
  /** Takes effect with the next `set`. */
  abstract removeClaimed(uid: string, provider: string): Promise<void>;
  abstract listClaimed(uid: string): Promise<readonly ClaimedPlan[]>;
  /** Accounts whose grant has ended, the earliest first. */
  abstract listExpired(now: number, limit: number): Promise<readonly string[]>;
  /** Whose claimed plan is of a sign-in provider that is none of these. */
  abstract listByOtherProviders(page: RightHolderPage): Promise<readonly RightHolder[]>;
}

/** What an account may use. */
export abstract class Entitlements {
  /** Per day; -1: no limit. */
  abstract dailyLimit(account: Account): Promise<number>;
  /** Ids of the models to choose from. */
  abstract models(account: Account): Promise<readonly string[]>;
}

/** State of a sandbox provider, by kind and id. */
export interface SandboxRecord {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  readonly body: string;
  /** Consecutive from 1. */
  readonly revision: number;
  readonly at: number;
}

export abstract class SandboxRecords {
  abstract find(kind: string, id: string): Promise<SandboxRecord | undefined>;
  /** Newest first. */
  abstract listByOwner(kind: string, owner: string, limit: number): Promise<readonly SandboxRecord[]>;
  /** False, and nothing stored, when the stored revision is not the one before. */
  abstract save(record: SandboxRecord): Promise<boolean>;
}
