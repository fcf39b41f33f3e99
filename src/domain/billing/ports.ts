import type { ProviderCall } from '../chat/models/ports.ts';
import type { ProviderSubscription, Subscription } from './subscription.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { AdminDecision } from '../user-admin/ports.ts';

export type { ModelConfig, TierModel } from '../../shared/settings/model-config.ts';
export type { RateLimits } from '../../shared/settings/rate-limits.ts';

/** What an admin set for one person; null where the tier's own limit holds. */
export interface CustomLimits {
  readonly uid: string;
  readonly dailyMessages: number | null;
  readonly moonshotDaily: number | null;
  /** The admin's uid. */
  readonly setBy: string;
  readonly setAt: number;
  readonly reason: string;
}

/** Exceptions from the tiers' limits. A change acts within two seconds in every process. */
export abstract class UserLimits {
  abstract find(uid: string): Promise<CustomLimits | undefined>;
  /** Replaces what was set for that person before. */
  abstract set(limits: CustomLimits): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

export type LimitRule = 'daily' | 'agent' | 'model' | 'lifetime' | 'no-access';

export interface LimitHit {
  readonly uid: string;
  readonly tier: Tier;
  readonly rule: LimitRule;
  readonly model: string;
  readonly limit: number;
  /** Whether it shall be told one by one; it is counted in any case. */
  readonly logged: boolean;
}

/** Counts refusals, and tells operators who was refused where that is wished. */
export abstract class LimitLog {
  abstract record(hit: LimitHit): void;
}

/** One line of the ledger. */
export interface LedgerEntry extends ProviderCall {
  readonly id: string;
  /** Null when it is not known which provider served the model. */
  readonly provider: string | null;
  /** In millionths of a US dollar; null when the model's price is not configured. */
  readonly costMicroUsd: number | null;
  /** 1 for the first call of a reply, which stands for the message; 0 for all others. */
  readonly messages: 0 | 1;
  readonly at: number;
}

/** Where the ledger lies. */
export abstract class LedgerStore {
  /** Takes lines out that were written too early, and out of the sums that they are in. Ids that are not there are ignored. */
  abstract remove(ids: readonly string[]): Promise<void>;
  /** One statement, in the transaction of the caller if there is one. */
  abstract add(entries: readonly LedgerEntry[]): Promise<void>;
  /** One owner's lines since a moment, oldest first. */
  abstract listByOwner(owner: string, since: number): Promise<readonly LedgerEntry[]>;
  /** The same in pages: at most `limit` lines after one of that owner, or the first ones. */
  abstract listPage(
    owner: string,
    after: Pick<LedgerEntry, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly LedgerEntry[]>;
}

export type PaidTier = Exclude<Tier, 'free'>;

/** Who pays. `tier` is what the account has now. */
export interface Account {
  readonly uid: string;
  readonly email: string | null;
  readonly tier: Tier;
  readonly isAdmin: boolean;
}

/** An event that its provider has signed. `subscriptionId` is absent when it tells of no subscription. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly subscriptionId: string | undefined;
  readonly at: number;
}

export interface Order {
  readonly uid: string;
  readonly customerId: string;
  readonly tier: PaidTier;
  /** The same order sent twice with the same number is one checkout. */
  readonly attempt: number;
}

export interface Checkout {
  readonly url: string;
  readonly sessionId: string;
}

/** A provider of payments. Every call may throw `PaymentsFailed`; without payments all throw `PaymentsDisabled`. */
export abstract class Payments {
  /** Its short name, kept with each subscription. */
  abstract readonly provider: string;
  /** The header that carries an event's signature; undefined when no events are taken. */
  abstract readonly signatureHeader: string | undefined;
  /** Makes the customer of an account, or answers the one it made. */
  abstract createCustomer(account: Pick<Account, 'uid' | 'email'>): Promise<string>;
  /** A page on which to pay. An open one for the same plan is answered again; those for other plans are closed. */
  abstract createCheckout(order: Order): Promise<Checkout>;
  abstract find(subscriptionId: string): Promise<ProviderSubscription | undefined>;
  abstract listByCustomer(customerId: string): Promise<readonly ProviderSubscription[]>;
  /** No further period; what is paid stays until its end. Asking again changes nothing. */
  abstract cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Ends it now and credits the unused time. Asking again changes nothing. */
  abstract cancelImmediately(subscriptionId: string): Promise<void>;
  /** The page for cards and invoices. */
  abstract createPortalUrl(customerId: string): Promise<string>;
  /** The event in a signed message. Throws `InvalidSignature` for what the provider did not sign, or signed long ago. */
  abstract parseEvent(body: string, signature: string): PaymentEvent;
}

/** Subscriptions as they were last applied. */
export abstract class Subscriptions {
  abstract find(provider: string, id: string): Promise<Subscription | undefined>;
  abstract listByUser(uid: string): Promise<readonly Subscription[]>;
  /** Revision 1 is new, each other one follows the stored one. False, and nothing saved, when somebody was quicker. */
  abstract save(subscription: Subscription): Promise<boolean>;
  /** Those of other providers that are not final although their period ended before `endedBefore`: nobody will tell of them. */
  abstract listOrphaned(provider: string, endedBefore: number, limit: number): Promise<readonly Subscription[]>;
}

export interface Customer {
  readonly provider: string;
  readonly uid: string;
  readonly customerId: string;
  /** How many checkouts were made so far. */
  readonly attempts: number;
}

/** Who is whose customer. One per account and provider. */
export abstract class PaymentCustomers {
  abstract find(provider: string, uid: string): Promise<Customer | undefined>;
  /** The account behind a provider's customer; undefined for a customer that we did not make. */
  abstract findUid(provider: string, customerId: string): Promise<string | undefined>;
  /** Answers the one that is kept: the first, when two are added at once. */
  abstract add(customer: Customer): Promise<Customer>;
  /** Notes that checkout number `attempt` was made at `now`; a note of an older one changes nothing. */
  abstract recordCheckout(customer: Customer, now: number): Promise<void>;
  /** Customers after `afterUid`, by uid, who began a checkout since `since` or have a subscription that is not final. */
  abstract listToReconcile(page: {
    provider: string;
    afterUid: string;
    since: number;
    limit: number;
  }): Promise<readonly Customer[]>;
}

/** Events that were applied. */
export abstract class PaymentEvents {
  abstract has(provider: string, id: string): Promise<boolean>;
  /** False when it was there already; of two at once one waits for the other's transaction. */
  abstract add(provider: string, id: string, now: number): Promise<boolean>;
  abstract sweep(before: number): Promise<void>;
}

/** A plan that an admin gave by hand. */
export interface TierGrant extends AdminDecision {
  readonly tier: Tier;
}

/** The plan on an account. */
export abstract class AccountTiers {
  /** Keeps others from changing it until the transaction ends; false when there is no such account. */
  abstract lock(uid: string): Promise<boolean>;
  /** Tells what is paid for. A granted plan counts instead while it is higher. */
  abstract set(uid: string, tier: Tier): Promise<void>;
  /** Keeps what an admin gave, or nothing for null; it counts from the next `set` on. */
  abstract grant(uid: string, grant: TierGrant | null): Promise<void>;
  /** What an admin gave, whether it counts now or not. */
  abstract findGrant(uid: string): Promise<TierGrant | undefined>;
}

/** What an account really may, whatever its plan says in general. */
export abstract class Entitlements {
  /** Messages a day, -1 for no limit. */
  abstract dailyLimit(account: Account): Promise<number>;
  /** Ids of the models it may choose among. */
  abstract models(account: Account): Promise<readonly string[]>;
}

/** Work that only one process at a time may do. */
export abstract class JobLocks {
  /** True for exactly one caller when the chore is due; it is due again at `until` unless put off. */
  abstract acquire(name: string, now: number, until: number): Promise<boolean>;
  abstract reschedule(name: string, until: number): Promise<void>;
}

/** What a sandbox provider remembers between restarts: texts by kind and id, found by owner too. */
export interface SandboxRecord {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  readonly body: string;
  /** 1 when new; each change adds one. */
  readonly revision: number;
  readonly at: number;
}

export abstract class SandboxRecords {
  abstract find(kind: string, id: string): Promise<SandboxRecord | undefined>;
  /** Newest first. */
  abstract listByOwner(kind: string, owner: string, limit: number): Promise<readonly SandboxRecord[]>;
  /** False, and nothing kept, when the stored revision is not the one before. */
  abstract save(record: SandboxRecord): Promise<boolean>;
}
