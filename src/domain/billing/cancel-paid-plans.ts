import { PaidPlans } from '../user-admin/ports.ts';
import { PaymentsFailed } from './errors.ts';
import type { Payments, Subscriptions } from './ports.ts';
import { isOpen } from './subscription.ts';
import type { SyncSubscription } from './sync-subscription.ts';

/** Cancels all paid subscriptions of a deleted account at once, with credit for the unused time. */
export class CancelPaidPlans extends PaidPlans {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly sync: SyncSubscription,
  ) {
    super();
  }

  /** Throws when a subscription belongs to a provider that is no longer connected. */
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
