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
    const ended = following(seen, undefined, this.tools.clock.now());
    await this.tools.work.run(async () => {
      if (await this.tools.tiers.hold(seen.uid)) await this.keep(ended);
    });
  }

  private async apply(seen: Seen, found: ProviderSubscription | undefined, event: Cause): Promise<string | undefined> {
    if (!(await this.isNew(event))) return seen?.uid;
    const uid = await this.ownerOf(seen, found);
    if (uid === undefined || !(await this.tools.tiers.hold(uid))) return undefined;
    const at = event?.at ?? this.tools.clock.now();
    if (seen) await this.follow(seen, found, at);
    else if (found) await this.begin(found, uid, at);
    return uid;
  }

  private begin(found: ProviderSubscription, uid: string, at: number): Promise<void> {
    const { payments, clock } = this.tools;
    return this.keep({ ...found, uid, provider: payments.provider, createdAt: clock.now(), stateAt: at, revision: 1 });
  }

  /** An end is final: nothing that a provider tells of it later brings it back. */
  private async follow(seen: Subscription, found: ProviderSubscription | undefined, at: number): Promise<void> {
    if (seen.state !== 'ended') await this.keep(following(seen, found, at));
  }

  private async isNew(event: Cause): Promise<boolean> {
    const { events, payments, clock } = this.tools;
    return event === undefined || events.add(payments.provider, event.id, clock.now());
  }

  /** By our own note of who is which customer, never by what a message or its metadata says. */
  private async ownerOf(seen: Seen, found: ProviderSubscription | undefined): Promise<string | undefined> {
    if (!found) return seen?.uid;
    const uid = await this.tools.customers.uidOf(this.tools.payments.provider, found.customerId);
    return seen && seen.uid !== uid ? undefined : uid;
  }

  private async keep(next: Subscription): Promise<void> {
    const { subscriptions, tiers } = this.tools;
    if (!(await subscriptions.save(next))) throw new Overtaken('Another process applied a state meanwhile.');
    await tiers.set(next.uid, paidTier(await subscriptions.ofUser(next.uid)));
  }
}

/** The next revision: as the provider tells it, or ended when the provider knows nothing of it. */
const following = (seen: Subscription, found: ProviderSubscription | undefined, at: number): Subscription => ({
  ...seen,
  ...(found ?? { state: 'ended', cancelAtPeriodEnd: false }),
  stateAt: Math.max(seen.stateAt, at),
  revision: seen.revision + 1,
});
