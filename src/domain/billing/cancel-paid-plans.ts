import { PaidPlans } from '../user-admin/ports.ts';
import { PaymentsFailed } from './errors.ts';
import type { PaymentCustomers, Payments, Subscriptions } from './ports.ts';
import { SANDBOX_PAYMENTS } from './require-payments.ts';
import { isOpen, type Subscription } from './subscription.ts';
import type { SyncSubscription } from './sync-subscription.ts';

/** Ends all subscriptions of a deleted account at once, with credit for the unused time, and its open checkouts. */
export class CancelPaidPlans extends PaidPlans {
  constructor(
    private readonly payments: Payments,
    private readonly customers: PaymentCustomers,
    private readonly subscriptions: Subscriptions,
    private readonly sync: SyncSubscription,
  ) {
    super();
  }

  /** Throws when a subscription belongs to a provider that is no longer connected. */
  async cancelImmediately(uid: string): Promise<void> {
    const { provider } = this.payments;
    const customer = await this.customers.find(provider, uid);
    if (customer) await this.payments.closeCheckouts(customer.customerId);
    for (const one of await this.subscriptions.listByUser(uid)) {
      if (one.provider === provider) await this.end(one);
      else if (one.provider === SANDBOX_PAYMENTS) await this.sync.endOrphaned(one);
      else if (isOpen(one)) throw new PaymentsFailed('The subscription could not be ended. Please contact support.');
    }
  }

  /** Also one that is pending: it may still be paid. */
  private async end({ id, state }: Subscription): Promise<void> {
    if (state === 'ended') return;
    await this.payments.cancelImmediately(id);
    await this.sync.execute(id);
  }
}
