import { ApplyPaymentEvent } from '../../src/domain/billing/apply-payment-event.ts';
import { ChangeRenewal } from '../../src/domain/billing/change-renewal.ts';
import { GrantTier } from '../../src/domain/billing/grant-tier.ts';
import { ReconcileSubscriptions } from '../../src/domain/billing/reconcile-subscriptions.ts';
import { CancelPlans } from '../../src/domain/billing/cancel-plans.ts';
import { CancelSubscriptions } from '../../src/domain/billing/cancel-subscriptions.ts';
import { StartCheckout } from '../../src/domain/billing/start-checkout.ts';
import { ReportPayment } from '../../src/domain/billing/report-payment.ts';
import { SyncCustomer } from '../../src/domain/billing/sync-customer.ts';
import { SyncSubscription } from '../../src/domain/billing/sync-subscription.ts';
import { InMemoryUserRepository } from '../fakes/accounts.ts';
import { RecordingAuditLog } from '../fakes/audit.ts';
import {
  InMemoryAccountTiers,
  InMemoryJobLocks,
  InMemoryPaymentCustomers,
  InMemoryPaymentEvents,
  InMemoryPlanCancellations,
  InMemorySubscriptions,
  ScriptedPayments,
} from '../fakes/payments.ts';
import { InMemoryGroups } from '../fakes/groups.ts';
import { FixedClock, TwiceUnitOfWork } from '../fakes/kernel.ts';
import { RecordingServerEventLog } from '../fakes/operations.ts';
import { NOON } from './builders.ts';

const DAY = 86_400_000;
export const ANN = { uid: 'ann', email: null, tier: 'free', isAdmin: false } as const;

/** Payments on fakes: a provider, two customers, and the use cases that deal with it. */
export const aBillingWorld = async () => {
  const clock = new FixedClock();
  const payments = new ScriptedPayments();
  const subscriptions = new InMemorySubscriptions();
  const customers = new InMemoryPaymentCustomers(subscriptions);
  const events = new InMemoryPaymentEvents();
  const tiers = new InMemoryAccountTiers('ann', 'bob');
  const groups = new InMemoryGroups(new InMemoryUserRepository());
  const work = new TwiceUnitOfWork(subscriptions, events, tiers);
  const audit = new RecordingAuditLog();
  const warnings: string[] = [];
  const warn = (what: string) => void warnings.push(what);
  const sync = new SyncSubscription({ payments, subscriptions, customers, events, tiers, work, audit, clock, warn });
  const cancellations = new InMemoryPlanCancellations();
  const provider = new CancelSubscriptions({ payments, customers, subscriptions, cancellations, sync });
  const log = new RecordingServerEventLog();
  const cancellationFailed = () => undefined;
  const plans = new CancelPlans({
    cancellations,
    subscriptions,
    provider,
    events: log,
    clock,
    failed: cancellationFailed,
  });
  const apply = new ApplyPaymentEvent(
    payments,
    events,
    subscriptions,
    sync,
    plans,
    new ReportPayment({ customers, events, tiers, log, work, clock }),
  );
  const failures: string[] = [];
  const jobLocks = new InMemoryJobLocks();
  const failed = (what: string) => void failures.push(what);
  const reconcileWith = (connected: ScriptedPayments) =>
    new ReconcileSubscriptions({
      payments: connected,
      customers,
      subscriptions,
      events,
      jobLocks,
      sync,
      syncCustomer: new SyncCustomer(connected, subscriptions, sync),
      cancellations: plans,
      clock,
      failed,
    });
  for (const uid of ['ann', 'bob'])
    await customers.add({ provider: 'scripted', uid, customerId: `customer-of-${uid}`, attempts: 0 });
  let count = 0;
  return {
    clock,
    payments,
    subscriptions,
    customers,
    events,
    tiers,
    reconcile: reconcileWith(payments),
    reconcileWith,
    failures,
    warnings,
    cancellations,
    plans,
    log,
    /** An admin or the person asks for it, and it is tried at once. */
    cancel: async (choice: Parameters<CancelPlans['cancel']>[1]) => {
      await plans.cancel('ann', choice);
      await plans.carryOut('ann');
    },
    grant: new GrantTier({ tiers, subscriptions, events: new RecordingServerEventLog(), audit, work, clock }),
    renewal: new ChangeRenewal(payments, subscriptions, sync, audit),
    groups,
    checkout: new StartCheckout({
      payments,
      customers,
      subscriptions,
      tiers,
      groups: groups.granting,
      sync: new SyncCustomer(payments, subscriptions, sync),
      clock,
      audit,
    }),
    has: (id: string, more = {}) =>
      payments.subscriptions.set(id, {
        id,
        customerId: 'customer-of-ann',
        tier: 'basic',
        state: 'active',
        cancelAtPeriodEnd: false,
        nextTier: null,
        currentPeriodEnd: NOON + DAY,
        ...more,
      }),
    /** The provider sends this event. */
    sent: (event: object) => apply.execute(JSON.stringify({ type: 'any', at: NOON, ...event }), 'signed'),
    told: (subscriptionId: string, id = `event-${(count += 1)}`) =>
      apply.execute(JSON.stringify({ id, type: 'any', subscriptionId, at: NOON }), 'signed'),
  };
};
