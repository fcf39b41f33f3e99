import { PaidPlans } from '../user-admin/ports.ts';
import { PaymentsFailed } from './errors.ts';
import type { Payments, Subscriptions } from './ports.ts';
import { isOpen } from './subscription.ts';
import type { SyncSubscription } from './sync-subscription.ts';

/** Ends at once whatever somebody pays for, with credit for the unused time, because their account goes. */
export class CancelPaidPlans extends PaidPlans {
  private readonly payments: Payments;
  private readonly subscriptions: Subscriptions;
  private readonly sync: SyncSubscription;

  constructor(payments: Payments, subscriptions: Subscriptions, sync: SyncSubscription) {
    super();
    this.payments = payments;
    this.subscriptions = subscriptions;
    this.sync = sync;
  }

  /** A subscription of a provider that is no longer connected cannot be ended from here: that is refused, not overlooked. */
  async cancelImmediately(uid: string): Promise<void> {
    for (const one of await this.subscriptions.listByUser(uid)) {
      if (!isOpen(one)) continue;
      if (one.provider !== this.payments.provider)
        throw new PaymentsFailed('The subscription could not be ended. Please contact support.');
      await this.payments.cancelImmediately(one.id);
      await this.sync.execute(one.id);
    }
  }
}
