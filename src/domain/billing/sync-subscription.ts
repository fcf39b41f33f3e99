import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { PaymentsFailed } from './errors.ts';
import type { AccountTiers, PaymentCustomers, PaymentEvent, PaymentEvents, Payments, Subscriptions } from './ports.ts';
import { paidTier, type ProviderSubscription, type Subscription, superseded } from './subscription.ts';

export interface SyncTools {
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  readonly customers: PaymentCustomers;
  readonly events: PaymentEvents;
  readonly tiers: AccountTiers;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

type Seen = Subscription | undefined;
type Cause = Pick<PaymentEvent, 'id' | 'at'> | undefined;

const MOST_TRIES = 8;

/** Another process applied a state meanwhile: what was fetched may be older than that. */
class Overtaken extends Error {}

/**
 * Brings one subscription to the state that its provider tells now, and the account's plan with it. The state is fetched
 * before the transaction and applied only on top of the revision that was seen before the fetch; so the order in which
 * events come, and how often, decides nothing.
 */
export class SyncSubscription {
  private readonly tools: SyncTools;

  constructor(tools: SyncTools) {
    this.tools = tools;
  }

  /** Answers the account it belongs to; undefined for a stranger's. `event` is noted in the same transaction. */
  async execute(id: string, event?: Cause): Promise<string | undefined> {
    const { payments, subscriptions, work } = this.tools;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const seen = await subscriptions.find(payments.provider, id);
      const found = await payments.find(id);
      try {
        return await work.run(() => this.apply(seen, found, event));
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
    throw new PaymentsFailed('The subscription changes too fast to be read');
  }

  /** Ends at the provider what another plan has taken the place of, so that nobody pays for two. May be repeated. */
  async endSuperseded(uid: string): Promise<void> {
    const { payments, subscriptions } = this.tools;
    for (const { id, provider } of superseded(await subscriptions.ofUser(uid))) {
      if (provider !== payments.provider) continue;
      await payments.end(id);
      await this.execute(id);
    }
  }

  /** Ends by our own books what no provider tells of any more. */
  async forget(seen: Subscription): Promise<void> {
    const ended = { ...seen, state: 'ended', cancelAtPeriodEnd: false, stateAt: this.tools.clock.now(), revision: seen.revision + 1 } as const;
    await this.tools.work.run(async () => {
      if (await this.tools.tiers.hold(seen.uid)) await this.keep(ended);
    });
  }

  private async apply(seen: Seen, found: ProviderSubscription | undefined, event: Cause): Promise<string | undefined> {
    const { payments, customers, events, tiers, clock } = this.tools;
    const fresh = event === undefined || (await events.add(payments.provider, event.id, clock.now()));
    const uid = found ? await customers.uidOf(payments.provider, found.customerId) : seen?.uid;
    if (!fresh || uid === undefined || (seen && seen.uid !== uid)) return seen?.uid;
    if (!(await tiers.hold(uid))) return undefined;
    const next = this.next(seen, found, { uid, at: event?.at ?? clock.now() });
    if (next) await this.keep(next);
    return uid;
  }

  /** Undefined when there is nothing to apply: an end is final. */
  private next(seen: Seen, found: ProviderSubscription | undefined, { uid, at }: { uid: string; at: number }): Subscription | undefined {
    if (seen?.state === 'ended') return undefined;
    const revision = (seen?.revision ?? 0) + 1;
    const stateAt = Math.max(seen?.stateAt ?? 0, at);
    if (!found) return seen && { ...seen, state: 'ended', cancelAtPeriodEnd: false, stateAt, revision };
    return { ...found, uid, provider: this.tools.payments.provider, createdAt: seen?.createdAt ?? this.tools.clock.now(), stateAt, revision };
  }

  private async keep(next: Subscription): Promise<void> {
    const { subscriptions, tiers } = this.tools;
    if (!(await subscriptions.save(next))) throw new Overtaken('Another process applied a state meanwhile.');
    await tiers.set(next.uid, paidTier(await subscriptions.ofUser(next.uid)));
  }
}
