import type { AuditAction } from '../../shared/audit.ts';
import type { PaidTier } from '../../shared/tiers.ts';
import type { AuditLog } from '../audit/ports.ts';
import { CancellationPending, NoActiveSubscription, NotADowngrade, PaymentsFailed } from './errors.ts';
import { requirePayments, SANDBOX_PAYMENTS } from './require-payments.ts';
import type { Account, Payments, Subscriptions } from './ports.ts';
import { findCurrent, isHigher, type Subscription } from './subscription.ts';
import type { SyncSubscription } from './sync-subscription.ts';

type Person = Pick<Account, 'uid'>;

/** What is to happen at the end of the paid period. */
interface Renewal {
  readonly action: AuditAction;
  readonly failure: string;
  readonly isSet: (subscription: Subscription) => boolean;
  readonly set: (payments: Payments, id: string) => Promise<void>;
  /** Throws when it cannot be. */
  readonly check?: (subscription: Subscription) => void;
}

const CANCEL: Renewal = {
  action: 'plan.cancel',
  failure: 'Failed to cancel subscription',
  isSet: ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd,
  set: (payments, id) => payments.cancelAtPeriodEnd(id),
};

const RESUME: Renewal = {
  action: 'plan.resume',
  failure: 'Failed to resume subscription',
  isSet: ({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd,
  set: (payments, id) => payments.resume(id),
};

const DOWNGRADE_FAILED = 'Failed to change the plan';

const downgradeTo = (tier: PaidTier): Renewal => ({
  action: 'plan.downgrade',
  failure: DOWNGRADE_FAILED,
  isSet: ({ nextTier }) => nextTier === tier,
  set: (payments, id) => payments.scheduleDowngrade(id, tier),
  check: (current) => {
    if (!isHigher(current.tier, tier)) throw new NotADowngrade();
    if (current.cancelAtPeriodEnd) throw new CancellationPending();
    if (current.state !== 'active') throw new NoActiveSubscription();
  },
});

const KEEP_TIER: Renewal = {
  action: 'plan.resume',
  failure: DOWNGRADE_FAILED,
  isSet: ({ nextTier }) => nextTier === null,
  set: (payments, id) => payments.cancelDowngrade(id),
};

/**
 * Cancels at the end of the paid period, or changes to a lower plan there, and takes either back until then. A
 * cancellation replaces a downgrade; what is cancelled must be resumed before it can be downgraded. Idempotent. Throws
 * `NoActiveSubscription`, `NotADowngrade`, `CancellationPending`, `PaymentsFailed`, `PaymentsDisabled`.
 */
export class ChangeRenewal {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly sync: SyncSubscription,
    private readonly audit: AuditLog,
  ) {}

  cancel(person: Person): Promise<Subscription> {
    return this.change(person, CANCEL);
  }

  resume(person: Person): Promise<Subscription> {
    return this.change(person, RESUME);
  }

  downgrade(person: Person, tier: PaidTier): Promise<Subscription> {
    return this.change(person, downgradeTo(tier));
  }

  cancelDowngrade(person: Person): Promise<Subscription> {
    return this.change(person, KEEP_TIER);
  }

  private async change({ uid }: Person, to: Renewal): Promise<Subscription> {
    requirePayments(this.payments);
    try {
      return await this.apply(await this.current(uid), to);
    } catch (error) {
      throw error instanceof PaymentsFailed ? new PaymentsFailed(to.failure, error.cause) : error;
    }
  }

  /** Syncs with the provider first: the subscription may have changed or ended there, without an event. */
  private async apply(current: Subscription, to: Renewal): Promise<Subscription> {
    const { id, uid, provider } = current;
    if (provider === this.payments.provider) await this.sync.execute(id);
    else if (provider === SANDBOX_PAYMENTS) await this.sync.endOrphaned(current);
    else throw new PaymentsFailed(to.failure);
    const synced = await this.current(uid);
    if (synced.id !== id) return this.apply(synced, to);
    if (to.isSet(synced)) return synced;
    to.check?.(synced);
    await to.set(this.payments, id);
    await this.audit.record({ action: to.action, details: { tier: synced.tier } });
    await this.sync.execute(id);
    const changed = await this.current(uid);
    // Something else was asked for at the same time.
    if (!to.isSet(changed)) throw new PaymentsFailed(to.failure);
    return changed;
  }

  private async current(uid: string): Promise<Subscription> {
    const current = findCurrent(await this.subscriptions.listByUser(uid));
    if (!current) throw new NoActiveSubscription();
    return current;
  }
}
