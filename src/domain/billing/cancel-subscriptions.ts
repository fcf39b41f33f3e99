import { PaymentsFailed } from './errors.ts';
import type { PaymentCustomers, Payments, Subscriptions } from './ports.ts';
import type { PlanCancellation, PlanCancellations } from './ports/plan-cancellations.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { PAYMENTS_OFF, SANDBOX_PAYMENTS } from './require-payments.ts';
import { isOpen, type Subscription } from './subscription.ts';
import type { SyncSubscription } from './sync-subscription.ts';

interface Tools {
  readonly payments: Payments;
  readonly customers: PaymentCustomers;
  readonly subscriptions: Subscriptions;
  readonly cancellations: PlanCancellations;
  readonly sync: SyncSubscription;
}

/** Something else was asked for meanwhile. */
export class CancellationChanged extends Error {}

const NOT_CONFIRMED = 'The payment provider has not ended the subscription';

/**
 * Carries out at the payment provider what is to happen to the subscriptions of an account. Idempotent; throws when the
 * provider does not confirm it.
 */
export class CancelSubscriptions {
  constructor(private readonly deps: Tools) {}

  /** Returns the cancellation with what it ended or resumed. */
  async execute(cancellation: PlanCancellation): Promise<PlanCancellation> {
    if (cancellation.action === 'keep' || cancellation.action === 'restore') return this.resume(cancellation);
    const own = await this.load(cancellation.uid);
    if (cancellation.action !== 'period-end') {
      for (const one of own) await this.end(one);
      return cancellation;
    }
    const noted = await this.noteRenewals(cancellation, own);
    for (const one of own) await this.cancel(one);
    return noted;
  }

  /** As the provider has them, also those of which no event has told; closes open checkouts first. */
  private async load(uid: string): Promise<readonly Subscription[]> {
    const { payments, customers, subscriptions, sync } = this.deps;
    const { provider } = payments;
    const customer = provider === PAYMENTS_OFF ? undefined : await customers.find(provider, uid);
    if (customer) {
      await payments.closeCheckouts(customer.customerId);
      for (const { id } of await listSubscriptions(payments, customer.customerId)) await sync.execute(id);
    }
    for (const one of await subscriptions.listByUser(uid)) {
      if (one.provider === SANDBOX_PAYMENTS && provider !== SANDBOX_PAYMENTS) await sync.endOrphaned(one);
      else if (one.provider === provider) await sync.execute(one.id);
      else if (isOpen(one)) throw new PaymentsFailed(`The subscription is of ${one.provider}, which is not connected`);
    }
    const stored = await subscriptions.listByUser(uid);
    return stored.filter((one) => one.provider === provider && one.state !== 'ended');
  }

  /** Also one that is pending: it may still be paid. */
  private async end({ id }: Subscription): Promise<void> {
    await this.deps.payments.cancelImmediately(id);
    await this.confirm(id, ({ state }) => state === 'ended');
  }

  private async cancel(one: Subscription): Promise<void> {
    if (!isOpen(one)) return this.end(one);
    if (one.cancelAtPeriodEnd) return;
    await this.deps.payments.cancelAtPeriodEnd(one.id);
    await this.confirm(one.id, ({ state, cancelAtPeriodEnd }) => state === 'ended' || cancelAtPeriodEnd);
  }

  /** Before the provider is asked, so that a run that breaks off forgets nothing. */
  private async noteRenewals(cancellation: PlanCancellation, own: readonly Subscription[]): Promise<PlanCancellation> {
    const renewing = own.filter((one) => isOpen(one) && !one.cancelAtPeriodEnd);
    if (renewing.length === 0) return cancellation;
    const others = cancellation.renewals.filter(({ id }) => renewing.every((one) => one.id !== id));
    return this.save({
      ...cancellation,
      renewals: [...others, ...renewing.map(({ id, nextTier }) => ({ id, nextTier }))],
    });
  }

  /** What has ended meanwhile stays ended. */
  private async resume(cancellation: PlanCancellation): Promise<PlanCancellation> {
    const { payments, subscriptions, sync } = this.deps;
    for (const { id, nextTier } of cancellation.renewals) {
      await sync.execute(id);
      const one = await subscriptions.find(payments.provider, id);
      if (!one || !isOpen(one) || !one.cancelAtPeriodEnd) continue;
      await payments.resume(id);
      if (nextTier !== null && nextTier !== 'free') await payments.scheduleDowngrade(id, nextTier);
      await this.confirm(id, ({ state, cancelAtPeriodEnd }) => state === 'ended' || !cancelAtPeriodEnd);
    }
    return cancellation.renewals.length === 0 ? cancellation : this.save({ ...cancellation, renewals: [] });
  }

  private async confirm(id: string, holds: (subscription: Subscription) => boolean): Promise<void> {
    const { payments, subscriptions, sync } = this.deps;
    await sync.execute(id);
    const stored = await subscriptions.find(payments.provider, id);
    if (stored && !holds(stored)) throw new PaymentsFailed(NOT_CONFIRMED);
  }

  private async save(cancellation: PlanCancellation): Promise<PlanCancellation> {
    const next = { ...cancellation, revision: cancellation.revision + 1 };
    if (!(await this.deps.cancellations.save(next))) throw new CancellationChanged();
    return next;
  }
}
