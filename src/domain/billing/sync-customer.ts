import { listSubscriptions } from './list-subscriptions.ts';
import type { Customer, Payments, Subscriptions } from './ports.ts';
import type { SyncSubscription } from './sync-subscription.ts';

/**
 * Syncs all subscriptions of a customer with the provider, also those of which no event has told, and ends replaced
 * ones. Idempotent. Throws `PaymentsFailed`.
 */
export class SyncCustomer {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly sync: SyncSubscription,
  ) {}

  async execute({ uid, customerId }: Pick<Customer, 'uid' | 'customerId'>): Promise<void> {
    const listed = await listSubscriptions(this.payments, customerId);
    const own = (await this.subscriptions.listByUser(uid)).filter(
      ({ provider }) => provider === this.payments.provider,
    );
    const ended = new Set(own.filter(({ state }) => state === 'ended').map(({ id }) => id));
    const changeable = listed.filter(({ id, state }) => state !== 'ended' || !ended.has(id));
    const open = own.filter(({ id }) => !ended.has(id));
    for (const id of new Set([...changeable, ...open].map((one) => one.id))) await this.sync.execute(id);
    await this.sync.endSuperseded(uid);
  }
}
