import { NoActiveSubscription, PaymentsFailed } from './errors.ts';
import { requirePayments } from './require-payments.ts';
import type { Account, Payments, Subscriptions } from './ports.ts';
import { findCurrent, type Subscription } from './subscription.ts';
import type { SyncSubscription } from './sync-subscription.ts';

interface Renewal {
  readonly cancelAtPeriodEnd: boolean;
  readonly failure: string;
}

const CANCEL: Renewal = { cancelAtPeriodEnd: true, failure: 'Failed to cancel subscription' };
const RESUME: Renewal = { cancelAtPeriodEnd: false, failure: 'Failed to resume subscription' };

/**
 * Cancels at the end of the paid period, and takes that back until then. Idempotent. Throws `NoActiveSubscription`,
 * `PaymentsFailed`, `PaymentsDisabled`.
 */
export class CancelSubscription {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly sync: SyncSubscription,
  ) {}

  execute(account: Pick<Account, 'uid'>): Promise<Subscription> {
    return this.change(account, CANCEL);
  }

  resume(account: Pick<Account, 'uid'>): Promise<Subscription> {
    return this.change(account, RESUME);
  }

  private async change({ uid }: Pick<Account, 'uid'>, to: Renewal): Promise<Subscription> {
    requirePayments(this.payments);
    try {
      return await this.apply(await this.current(uid), to);
    } catch (error) {
      throw error instanceof PaymentsFailed ? new PaymentsFailed(to.failure, error.cause) : error;
    }
  }

  /** Syncs with the provider first: the subscription may have changed or ended there, without an event. */
  private async apply({ id, uid, provider }: Subscription, to: Renewal): Promise<Subscription> {
    if (provider !== this.payments.provider) throw new PaymentsFailed(to.failure);
    await this.sync.execute(id);
    const synced = await this.current(uid);
    if (synced.id !== id) return this.apply(synced, to);
    if (synced.cancelAtPeriodEnd === to.cancelAtPeriodEnd) return synced;
    await (to.cancelAtPeriodEnd ? this.payments.cancelAtPeriodEnd(id) : this.payments.resume(id));
    await this.sync.execute(id);
    return this.current(uid);
  }

  private async current(uid: string): Promise<Subscription> {
    const current = findCurrent(await this.subscriptions.listByUser(uid));
    if (!current) throw new NoActiveSubscription();
    return current;
  }
}
