import type { RightHolderPage } from '../../src/domain/accounts/identity/ports.ts';
import { toRightHolderPage } from './sign-in.ts';
import { CustomerNotFound, InvalidSignature, PaymentsFailed } from '../../src/domain/billing/errors.ts';
import { JobLocks, MAX_JOB_WAIT_MS } from '../../src/domain/kernel/ports.ts';
import {
  AccountTiers,
  type Checkout,
  type Customer,
  type Order,
  PaymentCustomers,
  type PaymentEvent,
  PaymentEvents,
  Payments,
  type SandboxRecord,
  SandboxRecords,
  Subscriptions,
  type ClaimedPlan,
  type TierGrant,
} from '../../src/domain/billing/ports.ts';
import { type PlanCancellation, PlanCancellations } from '../../src/domain/billing/ports/plan-cancellations.ts';
import { SANDBOX_PAYMENTS } from '../../src/domain/billing/require-payments.ts';
import { isHigher, type ProviderSubscription, type Subscription } from '../../src/domain/billing/subscription.ts';
import { type Restorable, Rows } from './kernel.ts';
import type { PlanCancellationAction } from '../../src/shared/plan-cancellations.ts';
import type { PaidTier, Tier } from '../../src/shared/tiers.ts';

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

export class InMemorySubscriptions extends Subscriptions implements Restorable {
  private readonly rows = new Rows<Subscription>();

  async find(provider: string, id: string): Promise<Subscription | undefined> {
    return this.rows.get(keyOf(provider, id));
  }

  async listByUser(uid: string): Promise<readonly Subscription[]> {
    return this.rows
      .all()
      .filter((one) => one.uid === uid)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  async save(subscription: Subscription): Promise<boolean> {
    const key = keyOf(subscription.provider, subscription.id);
    if ((this.rows.get(key)?.revision ?? 0) !== subscription.revision - 1) return false;
    this.rows.set(key, subscription);
    return true;
  }

  async listOrphaned(provider: string, endedBefore: number, limit: number): Promise<readonly Subscription[]> {
    const past = this.rows
      .all()
      .filter(
        (one) =>
          one.provider !== provider &&
          one.state !== 'ended' &&
          (one.provider === SANDBOX_PAYMENTS || (one.currentPeriodEnd ?? Infinity) < endedBefore),
      );
    return past.toSorted((a, b) => (a.currentPeriodEnd ?? 0) - (b.currentPeriodEnd ?? 0)).slice(0, limit);
  }

  all(): readonly Subscription[] {
    return this.rows.all();
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }
}

export class InMemoryPaymentCustomers extends PaymentCustomers {
  private readonly rows = new Rows<Customer & { readonly checkoutAt: number }>();
  private readonly subscriptions: InMemorySubscriptions;

  constructor(subscriptions = new InMemorySubscriptions()) {
    super();
    this.subscriptions = subscriptions;
  }

  async find(provider: string, uid: string): Promise<Customer | undefined> {
    const row = this.rows.get(keyOf(provider, uid));
    return row && { provider, uid, customerId: row.customerId, attempts: row.attempts };
  }

  async findUid(provider: string, customerId: string): Promise<string | undefined> {
    return this.rows.all().find((row) => row.provider === provider && row.customerId === customerId)?.uid;
  }

  async add(customer: Customer): Promise<Customer> {
    const { provider, uid, customerId } = customer;
    const owner = await this.findUid(provider, customerId);
    if (owner !== undefined && owner !== uid)
      throw new Error(`The customer of ${uid} already belongs to another account.`);
    if (!this.rows.get(keyOf(provider, uid))) this.rows.set(keyOf(provider, uid), { ...customer, checkoutAt: 0 });
    return (await this.find(provider, uid)) ?? customer;
  }

  async replace(lost: Customer, customerId: string): Promise<Customer> {
    const key = keyOf(lost.provider, lost.uid);
    const row = this.rows.get(key);
    if (row?.customerId === lost.customerId) this.rows.set(key, { ...row, customerId });
    return (await this.find(lost.provider, lost.uid)) ?? lost;
  }

  async recordCheckout({ provider, uid, attempts }: Customer, now: number): Promise<void> {
    const row = this.rows.get(keyOf(provider, uid));
    if (row && row.attempts < attempts) this.rows.set(keyOf(provider, uid), { ...row, attempts, checkoutAt: now });
  }

  async listToReconcile({
    provider,
    afterUid,
    since,
    limit,
  }: Parameters<PaymentCustomers['listToReconcile']>[0]): Promise<readonly Customer[]> {
    const open = (uid: string) =>
      this.subscriptions.all().some((one) => one.uid === uid && one.provider === provider && one.state !== 'ended');
    const due = this.rows
      .all()
      .filter((row) => row.provider === provider && row.uid > afterUid && (row.checkoutAt >= since || open(row.uid)));
    return due
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
      .slice(0, limit)
      .map(({ uid, customerId, attempts }) => ({ provider, uid, customerId, attempts }));
  }

  async listByCheckout(provider: string, since: number, limit: number): Promise<readonly Customer[]> {
    const recent = this.rows.all().filter((row) => row.provider === provider && row.checkoutAt >= since);
    return recent
      .toSorted((a, b) => b.checkoutAt - a.checkoutAt)
      .slice(0, limit)
      .map(({ uid, customerId, attempts }) => ({ provider, uid, customerId, attempts }));
  }
}

export class InMemoryPaymentEvents extends PaymentEvents implements Restorable {
  private readonly rows = new Rows<number>();

  async has(provider: string, id: string): Promise<boolean> {
    return this.rows.get(keyOf(provider, id)) !== undefined;
  }

  async add(provider: string, id: string, now: number): Promise<boolean> {
    if (this.rows.get(keyOf(provider, id)) !== undefined) return false;
    this.rows.set(keyOf(provider, id), now);
    return true;
  }

  async sweep(before: number): Promise<void> {
    for (const [key, at] of this.rows.entries()) if (at < before) this.rows.delete(key);
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }
}

export class InMemoryPlanCancellations extends PlanCancellations implements Restorable {
  private readonly rows = new Rows<PlanCancellation>();

  async find(uid: string): Promise<PlanCancellation | undefined> {
    return this.rows.get(uid);
  }

  async ask(uid: string, action: PlanCancellationAction, now: number): Promise<void> {
    const { renewals, leasedUntil, revision } = this.rows.get(uid) ?? { renewals: [], leasedUntil: 0, revision: 0 };
    const asked = { action, askedAt: now, doneAt: null, dueAt: now, failures: 0 };
    this.rows.set(uid, { uid, ...asked, renewals, leasedUntil, revision: revision + 1 });
  }

  async save(cancellation: PlanCancellation): Promise<boolean> {
    if (this.rows.get(cancellation.uid)?.revision !== cancellation.revision - 1) return false;
    this.rows.set(cancellation.uid, cancellation);
    return true;
  }

  async remove({ uid, revision }: Pick<PlanCancellation, 'uid' | 'revision'>): Promise<void> {
    if (this.rows.get(uid)?.revision === revision) this.rows.delete(uid);
  }

  async listDue(now: number, limit: number): Promise<readonly string[]> {
    const due = this.rows.all().flatMap(({ uid, dueAt, leasedUntil }) => {
      return dueAt === null || dueAt > now || leasedUntil > now ? [] : [{ uid, dueAt }];
    });
    return due
      .toSorted((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit)
      .map(({ uid }) => uid);
  }

  async countFailing() {
    const failing = this.rows.all().filter(({ doneAt, failures }) => doneAt === null && failures > 0);
    const times = failing.map(({ askedAt }) => askedAt);
    return { count: failing.length, since: times.length === 0 ? null : Math.min(...times) };
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }
}

export class InMemoryAccountTiers extends AccountTiers implements Restorable {
  private readonly rows = new Rows<Tier>();
  private readonly grants = new Rows<TierGrant>();
  private readonly claims = new Rows<ClaimedPlan & { readonly uid: string }>();

  constructor(...uids: readonly string[]) {
    super();
    for (const uid of uids) this.rows.set(uid, 'free');
  }

  async lock(uid: string): Promise<boolean> {
    return this.rows.get(uid) !== undefined;
  }

  async set(uid: string, tier: Tier): Promise<void> {
    const given = [this.grants.get(uid)?.tier ?? 'free', ...(await this.listClaimed(uid)).map((plan) => plan.tier)];
    const own = given.reduce((highest, each) => (isHigher(each, highest) ? each : highest), tier);
    if (this.rows.get(uid) !== undefined) this.rows.set(uid, own);
  }

  async grant(uid: string, grant: TierGrant | null): Promise<void> {
    if (grant) this.grants.set(uid, grant);
    else this.grants.delete(uid);
  }

  async findGrant(uid: string): Promise<TierGrant | undefined> {
    return this.grants.get(uid);
  }

  async claim(uid: string, plan: ClaimedPlan): Promise<void> {
    this.claims.set(keyOf(uid, plan.provider), { uid, ...plan });
  }

  async removeClaimed(uid: string, provider: string): Promise<void> {
    this.claims.delete(keyOf(uid, provider));
  }

  async listClaimed(uid: string): Promise<readonly ClaimedPlan[]> {
    const own = this.claims.all().filter((plan) => plan.uid === uid);
    return own.map(({ uid: _uid, ...plan }) => plan).toSorted((a, b) => (a.provider < b.provider ? -1 : 1));
  }

  async listExpired(now: number, limit: number): Promise<readonly string[]> {
    const expired = this.grants
      .entries()
      .flatMap(([uid, { expiresAt }]) => (expiresAt !== null && expiresAt <= now ? [{ uid, expiresAt }] : []));
    const earliest = expired.toSorted((a, b) => a.expiresAt - b.expiresAt);
    return earliest.slice(0, limit).map(({ uid }) => uid);
  }

  async listByOtherProviders(page: RightHolderPage) {
    return toRightHolderPage(
      this.claims.all().map(({ uid, provider }) => ({ uid, provider })),
      page,
    );
  }

  of(uid: string): Tier | undefined {
    return this.rows.get(uid);
  }

  open(uid: string, tier: Tier): void {
    this.rows.set(uid, tier);
  }

  remove(uid: string): void {
    this.rows.delete(uid);
    for (const plan of this.claims.all()) if (plan.uid === uid) this.claims.delete(keyOf(uid, plan.provider));
  }

  snapshot(): () => void {
    const back = [this.rows.snapshot(), this.grants.snapshot(), this.claims.snapshot()];
    return () => back.forEach((restore) => restore());
  }
}

export class InMemoryJobLocks extends JobLocks {
  private readonly due = new Map<string, number>();

  async acquire(name: string, now: number, until: number): Promise<boolean> {
    if (this.isWaiting(name, now)) return false;
    this.due.set(name, until);
    return true;
  }

  async reschedule(name: string, until: number): Promise<void> {
    if (this.due.has(name)) this.due.set(name, until);
  }

  async isHeld(name: string, now: number): Promise<boolean> {
    return this.isWaiting(name, now);
  }

  private isWaiting(name: string, now: number): boolean {
    const due = this.due.get(name) ?? 0;
    return due > now && due <= now + MAX_JOB_WAIT_MS;
  }
}

export class InMemorySandboxRecords extends SandboxRecords {
  private readonly rows = new Rows<SandboxRecord>();

  async find(kind: string, id: string): Promise<SandboxRecord | undefined> {
    return this.rows.get(keyOf(kind, id));
  }

  async listByOwner(kind: string, owner: string, limit: number): Promise<readonly SandboxRecord[]> {
    const own = this.rows.all().filter((row) => row.kind === kind && row.owner === owner);
    return own.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, limit);
  }

  async save(record: SandboxRecord): Promise<boolean> {
    const key = keyOf(record.kind, record.id);
    if ((this.rows.get(key)?.revision ?? 0) !== record.revision - 1) return false;
    this.rows.set(key, record);
    return true;
  }
}

/** A provider whose subscriptions a test writes by hand. Messages are JSON, their signature is `signed`. */
export class ScriptedPayments extends Payments {
  readonly provider: string;
  readonly signatureHeader = 'Test-Signature';
  readonly subscriptions = new Map<string, ProviderSubscription>();
  readonly orders: Order[] = [];
  /** Customers whose checkouts were closed. */
  readonly closed: string[] = [];
  /** Called after a subscription was read and before the answer arrives. */
  meanwhile: (id: string) => Promise<void> = async () => undefined;
  /** All calls fail. */
  down = false;
  /** How many of the next checkouts fail; other calls do not. */
  failingCheckouts = 0;
  /** Customers that were deleted on the provider's own page. */
  readonly deletedCustomers = new Set<string>();

  constructor(provider = 'scripted') {
    super();
    this.provider = provider;
  }

  async createCustomer({ uid }: { readonly uid: string }, lost?: string): Promise<string> {
    this.refuseWhenDown();
    return lost === undefined ? `customer-of-${uid}` : `${lost}-again`;
  }

  async changeEmail(): Promise<void> {
    this.refuseWhenDown();
  }

  async createCheckout(order: Order): Promise<Checkout> {
    this.orders.push(order);
    this.refuseWhenDown();
    if (this.failingCheckouts > 0) {
      this.failingCheckouts -= 1;
      throw new PaymentsFailed('The provider is down');
    }
    this.refuseDeleted(order.customerId);
    return { url: `https://pay.example/${order.uid}/${order.tier}`, sessionId: `session-${this.orders.length}` };
  }

  async closeCheckouts(customerId: string): Promise<void> {
    this.refuseWhenDown();
    this.closed.push(customerId);
  }

  async find(subscriptionId: string): Promise<ProviderSubscription | undefined> {
    this.refuseWhenDown();
    const found = this.subscriptions.get(subscriptionId);
    await this.meanwhile(subscriptionId);
    return found;
  }

  async listByCustomer(customerId: string): Promise<readonly ProviderSubscription[]> {
    this.refuseWhenDown();
    return [...this.subscriptions.values()].filter((one) => one.customerId === customerId);
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    this.refuseWhenDown();
    this.change(subscriptionId, { cancelAtPeriodEnd: true, nextTier: null });
  }

  async scheduleDowngrade(subscriptionId: string, tier: PaidTier): Promise<void> {
    this.refuseWhenDown();
    const found = this.subscriptions.get(subscriptionId);
    if (found?.state === 'active' && !found.cancelAtPeriodEnd) this.change(subscriptionId, { nextTier: tier });
  }

  async cancelDowngrade(subscriptionId: string): Promise<void> {
    this.refuseWhenDown();
    this.change(subscriptionId, { nextTier: null });
  }

  async resume(subscriptionId: string): Promise<void> {
    this.refuseWhenDown();
    if (this.subscriptions.get(subscriptionId)?.state !== 'ended')
      this.change(subscriptionId, { cancelAtPeriodEnd: false });
  }

  async cancelImmediately(subscriptionId: string): Promise<void> {
    this.refuseWhenDown();
    this.change(subscriptionId, { state: 'ended', cancelAtPeriodEnd: false, nextTier: null });
  }

  async createPortalUrl(customerId: string): Promise<string> {
    this.refuseWhenDown();
    this.refuseDeleted(customerId);
    return `https://pay.example/portal/${customerId}`;
  }

  parseEvent(body: string, signature: string): PaymentEvent {
    if (signature !== 'signed') throw new InvalidSignature();
    return JSON.parse(body) as PaymentEvent;
  }

  change(id: string, change: Partial<ProviderSubscription>): void {
    const found = this.subscriptions.get(id);
    if (found) this.subscriptions.set(id, { ...found, ...change });
  }

  private refuseDeleted(customerId: string): void {
    if (this.deletedCustomers.has(customerId)) throw new CustomerNotFound();
  }

  private refuseWhenDown(): void {
    if (this.down) throw new PaymentsFailed('The provider is down');
  }
}
