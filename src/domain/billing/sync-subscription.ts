import type { AuditLog } from '../audit/ports.ts';
import { DAY_MS } from '../kernel/day.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import type { Tier } from '../../shared/tiers.ts';
import { PaymentsFailed } from './errors.ts';
import type { AccountTiers, PaymentCustomers, PaymentEvent, PaymentEvents, Payments, Subscriptions } from './ports.ts';
import { SANDBOX_PAYMENTS } from './require-payments.ts';
import { getPaidTier, type ProviderSubscription, type Subscription, findSuperseded } from './subscription.ts';

export interface SyncDeps {
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  readonly customers: PaymentCustomers;
  readonly events: PaymentEvents;
  readonly tiers: AccountTiers;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** For the operator. */
  readonly warn: (what: string) => void;
}

type StoredSubscription = Subscription | undefined;
type TriggerEvent = Pick<PaymentEvent, 'id' | 'at'> | undefined;

const MAX_ATTEMPTS = 8;
/** How long after the paid period a subscription that the provider does not know keeps its plan. */
const UNKNOWN_GRACE_MS = 3 * DAY_MS;

/** Another process applied a state meanwhile; the fetched one may be older. */
class VersionConflict extends Error {}

/** The customer of a deleted account has a subscription that may cost money. */
class AccountDeleted extends Error {}

/**
 * Syncs a subscription and the account's plan with the provider. The state is fetched before the transaction and
 * applied only to the revision read before the fetch, so the order and number of events do not matter.
 */
export class SyncSubscription {
  /** Subscriptions of which the operator was told. */
  private readonly withUnknownPrice = new Set<string>();
  private readonly unknown = new Set<string>();

  constructor(private readonly deps: SyncDeps) {}

  /**
   * Returns the uid; undefined for an unknown customer. `event` is recorded in the same transaction. What was paid
   * after the account was deleted is ended.
   */
  async execute(id: string, event?: TriggerEvent): Promise<string | undefined> {
    const { payments, subscriptions, work } = this.deps;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const stored = await subscriptions.find(payments.provider, id);
      const fetched = await payments.find(id);
      try {
        const uid = await work.run(() => this.apply(stored, fetched, event));
        if (uid !== undefined && fetched) this.checkPrice(fetched);
        return uid;
      } catch (error) {
        if (error instanceof AccountDeleted) await this.endOfDeleted(id);
        else if (!(error instanceof VersionConflict)) throw error;
      }
    }
    throw new PaymentsFailed('The subscription changes too fast to be read');
  }

  /** Cancels replaced subscriptions at the provider, so that nobody pays twice. Idempotent. */
  async endSuperseded(uid: string): Promise<void> {
    const { payments, subscriptions } = this.deps;
    for (const { id, provider } of findSuperseded(await subscriptions.listByUser(uid))) {
      if (provider !== payments.provider) continue;
      await payments.cancelImmediately(id);
      await this.execute(id);
    }
  }

  /** Ends a subscription whose provider is no longer connected, until that finds it again. Idempotent. */
  async endOrphaned(stored: Subscription): Promise<void> {
    if (stored.state === 'ended') return;
    if (stored.provider !== SANDBOX_PAYMENTS)
      this.deps.warn(`${stored.provider} is not connected: the subscription ${stored.id} ends here and goes on there`);
    const ended = nextRevision(stored, undefined, this.deps.clock.now());
    await this.deps.work.run(async () => {
      await this.deps.tiers.lock(stored.uid);
      await this.save(ended);
    });
  }

  private checkPrice({ id, tier, state }: ProviderSubscription): void {
    if (tier !== 'free' || state === 'ended' || this.withUnknownPrice.has(id)) return;
    this.withUnknownPrice.add(id);
    this.deps.warn(`the subscription ${id} has a price of no plan: name it among the former prices of its plan`);
  }

  private async endOfDeleted(id: string): Promise<void> {
    await this.deps.payments.cancelImmediately(id);
    this.deps.warn(`the subscription ${id} of a deleted account was ended; a payment for it may have to be refunded`);
  }

  private async apply(
    stored: StoredSubscription,
    fetched: ProviderSubscription | undefined,
    event: TriggerEvent,
  ): Promise<string | undefined> {
    if (!(await this.isNew(event))) return stored?.uid;
    const uid = await this.findOwner(stored, fetched);
    if (uid === undefined) return undefined;
    const at = event?.at ?? this.deps.clock.now();
    if (!(await this.deps.tiers.lock(uid))) return this.applyToDeleted(stored, fetched, at);
    if (stored) await this.update(stored, fetched, at);
    else if (fetched) await this.save(this.firstRevision(uid, fetched, at));
    return uid;
  }

  private firstRevision(uid: string, fetched: ProviderSubscription, stateAt: number): Subscription {
    const { payments, clock } = this.deps;
    const { provider } = payments;
    return { ...withTier(fetched), uid, provider, createdAt: clock.now(), stateAt, revision: 1 };
  }

  private async applyToDeleted(
    stored: StoredSubscription,
    fetched: ProviderSubscription | undefined,
    at: number,
  ): Promise<undefined> {
    if (fetched && fetched.state !== 'ended') throw new AccountDeleted();
    if (stored) await this.update(stored, fetched, at);
  }

  /**
   * A subscription that the provider ended is final. One that it does not know may be of another account or mode of the
   * provider, whose key is not the one that is set: it keeps what is paid for, and comes back when it is found.
   */
  private async update(stored: Subscription, fetched: ProviderSubscription | undefined, at: number): Promise<void> {
    if (isFinal(stored) || (stored.state === 'ended' && !fetched)) return;
    if (fetched) return this.save(nextRevision(stored, fetched, at));
    this.warnOfUnknown(stored);
    const isPaid = this.deps.clock.now() < (stored.currentPeriodEnd ?? 0) + UNKNOWN_GRACE_MS;
    if (!isPaid) await this.save(nextRevision(stored, undefined, at));
  }

  private warnOfUnknown({ id, provider }: Subscription): void {
    if (this.unknown.has(id)) return;
    this.unknown.add(id);
    this.deps.warn(`${provider} does not know the subscription ${id}: is its key one of another account or mode?`);
  }

  private async isNew(event: TriggerEvent): Promise<boolean> {
    const { events, payments, clock } = this.deps;
    return event === undefined || events.add(payments.provider, event.id, clock.now());
  }

  /** By our own records, never by the event or its metadata. A stored subscription names customers since replaced. */
  private async findOwner(
    stored: StoredSubscription,
    fetched: ProviderSubscription | undefined,
  ): Promise<string | undefined> {
    if (!fetched || fetched.customerId === stored?.customerId) return stored?.uid;
    const uid = await this.deps.customers.findUid(this.deps.payments.provider, fetched.customerId);
    return stored && stored.uid !== uid ? undefined : uid;
  }

  private async save(next: Subscription): Promise<void> {
    const { subscriptions, tiers } = this.deps;
    const before = await subscriptions.listByUser(next.uid);
    if (!(await subscriptions.save(next))) throw new VersionConflict('Another process applied a state meanwhile.');
    await tiers.set(next.uid, getPaidTier(await subscriptions.listByUser(next.uid)));
    await this.recordChange(next, before);
  }

  private async recordChange(next: Subscription, before: readonly Subscription[]): Promise<void> {
    const { id, uid, provider } = next;
    const from = toFacts(before.find((one) => one.id === id && one.provider === provider));
    const to = toFacts(next);
    if (JSON.stringify(from) === JSON.stringify(to)) return; // an event about something else
    const details = { provider, from, to };
    await this.deps.audit.record({ action: 'plan.change', target: { kind: 'user', id: uid }, details });
  }
}

/** What a person or an admin would ask about. */
const toFacts = (subscription: Subscription | undefined) =>
  subscription
    ? {
        tier: subscription.tier,
        state: subscription.state,
        ends: subscription.cancelAtPeriodEnd,
        nextTier: subscription.nextTier,
      }
    : null;

/** Without the provider's word: the end of its period is not known. */
const ASSUMED_END = { state: 'ended', cancelAtPeriodEnd: false, nextTier: null, currentPeriodEnd: null } as const;

const isFinal = ({ state, currentPeriodEnd }: Subscription): boolean => state === 'ended' && currentPeriodEnd !== null;

const nextRevision = (stored: Subscription, fetched: ProviderSubscription | undefined, at: number): Subscription => ({
  ...stored,
  ...(fetched ? withTier(fetched, stored) : ASSUMED_END),
  stateAt: Math.max(stored.stateAt, at),
  revision: stored.revision + 1,
});

/**
 * Who pays a price of no plan, such as a former one, keeps the plan, or has the one that was sold. What ended before it
 * was paid was none.
 */
const withTier = ({ soldAs, ...fetched }: ProviderSubscription, stored?: Subscription) => ({
  ...fetched,
  tier: toTier(fetched, stored?.state === 'pending' && fetched.state === 'ended', stored?.tier ?? soldAs),
});

const toTier = ({ tier }: Pick<ProviderSubscription, 'tier'>, wasNeverPaid: boolean, known: Tier | undefined): Tier => {
  if (wasNeverPaid) return 'free';
  return tier === 'free' ? (known ?? 'free') : tier;
};
