import { DAY_MS } from '../kernel/day.ts';
import type { Clock, JobLocks } from '../kernel/ports.ts';
import { PAYMENTS_OFF } from './require-payments.ts';
import type { Customer, PaymentCustomers, PaymentEvents, Payments, Subscriptions } from './ports.ts';
import type { CancelPlans } from './cancel-plans.ts';
import type { SyncCustomer } from './sync-customer.ts';
import type { SyncSubscription } from './sync-subscription.ts';

const MINUTE_MS = 60_000;
const CHECK_INTERVAL_MS = 10 * MINUTE_MS;
/** A run that takes longer, or whose process died, is taken over by another process. */
const LEASE_MS = 30 * MINUTE_MS;
/** An unpaid checkout is given up after this; providers close theirs within a day. */
const CHECKOUT_TTL_MS = 3 * DAY_MS;
const ORPHAN_GRACE_MS = 3 * DAY_MS;
const EVENT_RETENTION_MS = 90 * DAY_MS;
const PAGE_SIZE = 100;
/** Who pays does so soon after the checkout began; its event may be late, lost, or never sent without a webhook. */
const RECENT_CHECKOUT_MS = 60 * MINUTE_MS;
/** A provider that was connected lately is due at once. */
const jobName = (provider: string): string => `reconcile-subscriptions ${provider}`;
const checkoutJobName = (provider: string): string => `reconcile-checkouts ${provider}`;

interface Tools {
  readonly payments: Payments;
  readonly customers: PaymentCustomers;
  readonly subscriptions: Subscriptions;
  readonly events: PaymentEvents;
  readonly jobLocks: JobLocks;
  readonly sync: Pick<SyncSubscription, 'endOrphaned'>;
  readonly syncCustomer: SyncCustomer;
  readonly cancellations: Pick<CancelPlans, 'recheck'>;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Syncs all paying customers with the provider once a day, and those with a recent checkout every ten minutes, in one
 * process, in case an event was lost.
 */
export class ReconcileSubscriptions {
  constructor(private readonly deps: Tools) {}

  /** Runs every ten minutes until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed } = this.deps;
    await clock.sleep(MINUTE_MS, signal);
    while (!signal.aborted) {
      await this.runIfDue(signal).catch((error: unknown) => failed('checking subscriptions', error));
      await this.checkRecent(signal).catch((error: unknown) => failed('checking checkouts', error));
      await clock.sleep(CHECK_INTERVAL_MS, signal);
    }
  }

  /** True when it was due and this process did it. */
  async runIfDue(signal: AbortSignal): Promise<boolean> {
    const { jobLocks, clock, events, payments } = this.deps;
    const now = clock.now();
    const job = jobName(payments.provider);
    if (!(await jobLocks.acquire(job, now, now + LEASE_MS))) return false;
    await this.reconcileCustomers(now, signal);
    await this.endOrphaned(now);
    await events.sweep(now - EVENT_RETENTION_MS);
    if (!signal.aborted) await jobLocks.reschedule(job, now + DAY_MS);
    return true;
  }

  /** True when it was due and this process did it. */
  async checkRecent(signal: AbortSignal): Promise<boolean> {
    const { jobLocks, clock, customers, payments } = this.deps;
    const { provider } = payments;
    const now = clock.now();
    if (provider === PAYMENTS_OFF) return false;
    // Half of it: the loops of several processes do not beat together.
    if (!(await jobLocks.acquire(checkoutJobName(provider), now, now + CHECK_INTERVAL_MS / 2))) return false;
    for (const customer of await customers.listByCheckout(provider, now - RECENT_CHECKOUT_MS, PAGE_SIZE))
      if (!signal.aborted) await this.reconcileCustomer(customer);
    return true;
  }

  private async reconcileCustomers(now: number, signal: AbortSignal): Promise<void> {
    const { customers } = this.deps;
    const { provider } = this.deps.payments;
    if (provider === PAYMENTS_OFF) return;
    const since = now - CHECKOUT_TTL_MS;
    for (let afterUid = ''; !signal.aborted;) {
      const page = await customers.listToReconcile({ provider, afterUid, since, limit: PAGE_SIZE });
      for (const customer of page) if (!signal.aborted) await this.reconcileCustomer(customer);
      if (page.length < PAGE_SIZE) return;
      afterUid = page.at(-1)?.uid ?? '';
    }
  }

  /** A failure is reported and retried the next day; the other customers are processed. */
  private async reconcileCustomer(customer: Customer): Promise<void> {
    const { syncCustomer, cancellations, failed } = this.deps;
    try {
      await syncCustomer.execute(customer);
      await cancellations.recheck(customer.uid);
    } catch (error) {
      failed('checking a subscription', error);
    }
  }

  private async endOrphaned(now: number): Promise<void> {
    const { payments, subscriptions, sync } = this.deps;
    for (const one of await subscriptions.listOrphaned(payments.provider, now - ORPHAN_GRACE_MS, PAGE_SIZE)) {
      await sync.endOrphaned(one).catch((error: unknown) => this.deps.failed('ending a subscription', error));
    }
  }
}
