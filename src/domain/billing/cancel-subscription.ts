import { NoActiveSubscription, PaymentsFailed } from './errors.ts';
import { requirePayments } from './require-payments.ts';
import type { Account, Payments, Subscriptions } from './ports.ts';
import { findCurrent, type Subscription } from './subscription.ts';
import type { SyncSubscription } from './sync-subscription.ts';

const FAILURE_MESSAGE = 'Failed to cancel subscription';

/**
 * Cancels at the end of the paid period. Idempotent. Throws `NoActiveSubscription`, `PaymentsFailed`,
 * `PaymentsDisabled`.
 */
export class CancelSubscription {
  private readonly payments: Payments;
  private readonly subscriptions: Subscriptions;
  private readonly sync: SyncSubscription;

  constructor(payments: Payments, subscriptions: Subscriptions, sync: SyncSubscription) {
    this.payments = payments;
    this.subscriptions = subscriptions;
    this.sync = sync;
  }

  async execute({ uid }: Pick<Account, 'uid'>): Promise<{ readonly currentPeriodEnd: number | null }> {
    requirePayments(this.payments);
    const current = await this.current(uid);
    if (current.cancelAtPeriodEnd) return current;
    try {
      return await this.cancel(current);
    } catch (error) {
      throw error instanceof PaymentsFailed ? new PaymentsFailed(FAILURE_MESSAGE, error.cause) : error;
    }
  }

  /** Syncs with the provider first: the subscription may have ended there. */
  private async cancel({ id, uid, provider }: Subscription): Promise<Subscription> {
    if (provider !== this.payments.provider) throw new PaymentsFailed(FAILURE_MESSAGE);
    await this.sync.execute(id);
    const before = await this.current(uid);
    if (before.id !== id || before.cancelAtPeriodEnd) return before;
    await this.payments.cancelAtPeriodEnd(id);
    await this.sync.execute(id);
    return this.current(uid);
  }

  private async current(uid: string): Promise<Subscription> {
    const current = findCurrent(await this.subscriptions.listByUser(uid));
    if (!current) throw new NoActiveSubscription();
    return current;
  }
}
