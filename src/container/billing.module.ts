import { ContainerModule } from 'inversify';

import type { SandboxTill } from '../adapters/payments/sandbox/till.ts';
import { ApplyPaymentEvent } from '../domain/billing/apply-payment-event.ts';
import { CancelSubscription } from '../domain/billing/cancel-subscription.ts';
import { OpenPortal } from '../domain/billing/open-portal.ts';
import { type Prices, ReadPlans } from '../domain/billing/plans.ts';
import { OFF } from '../domain/billing/payments-on.ts';
import {
  AccountTiers,
  Chores,
  PaymentCustomers,
  PaymentEvents,
  Payments,
  PlanTerms,
  SandboxRecords,
  Subscriptions,
} from '../domain/billing/ports.ts';
import { PersonalLimits } from '../domain/billing/personal-limits.ts';
import { ReadSubscription } from '../domain/billing/read-subscription.ts';
import { ReconcileSubscriptions } from '../domain/billing/reconcile-subscriptions.ts';
import { StartCheckout } from '../domain/billing/start-checkout.ts';
import { SyncSubscription } from '../domain/billing/sync-subscription.ts';
import { TierTerms } from '../domain/billing/tier-terms.ts';
import { LanguageModels, ModelPolicy } from '../domain/chat/ports.ts';
import { Clock, Ids, Outbox, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { Parts } from './parts.ts';

/** The chosen provider, connected; with the pages of the sandbox when that is the one. */
export abstract class ConnectedPayments {
  abstract readonly payments: Payments;
  abstract readonly till?: SandboxTill;
}

const pricesOf = ({ config, payments: { id } }: Parts): Prices => ({
  payments: id !== OFF,
  sandbox: id === 'sandbox',
  currency: config.CURRENCY,
  basic: config.PRICE_BASIC,
  premium: config.PRICE_PREMIUM,
});

/** Plans, payment, and what follows from it. */
export const billingModule = new ContainerModule(({ bind }) => {
  bind(ConnectedPayments).toResolvedValue(
    (parts, clock, ids, secrets, outbox, records) =>
      parts.payments.connect({
        clock,
        ids,
        secrets,
        outbox,
        records,
        prices: pricesOf(parts),
        addresses: parts.addresses,
      }),
    [Parts, Clock, Ids, Secrets, Outbox, SandboxRecords],
  );
  bind(Payments).toResolvedValue(({ payments }) => payments, [ConnectedPayments]);
  bind(PlanTerms).toResolvedValue(
    (models, policy, limits) => new TierTerms(models, policy, limits),
    [LanguageModels, ModelPolicy, PersonalLimits],
  );
  bind(ReadPlans).toResolvedValue((parts) => new ReadPlans(pricesOf(parts)), [Parts]);
  bind(SyncSubscription).toResolvedValue(
    (payments, subscriptions, customers, events, tiers, work, clock) =>
      new SyncSubscription({ payments, subscriptions, customers, events, tiers, work, clock }),
    [Payments, Subscriptions, PaymentCustomers, PaymentEvents, AccountTiers, UnitOfWork, Clock],
  );
  bind(StartCheckout).toResolvedValue(
    (payments, customers, subscriptions, clock) => new StartCheckout({ payments, customers, subscriptions, clock }),
    [Payments, PaymentCustomers, Subscriptions, Clock],
  );
  bind(ReadSubscription).toResolvedValue(
    (subscriptions, tiers, terms, parts) => new ReadSubscription(subscriptions, tiers, terms, pricesOf(parts)),
    [Subscriptions, AccountTiers, PlanTerms, Parts],
  );
  bind(CancelSubscription).toResolvedValue(
    (payments, subscriptions, sync) => new CancelSubscription(payments, subscriptions, sync),
    [Payments, Subscriptions, SyncSubscription],
  );
  bind(OpenPortal).toResolvedValue(
    (payments, customers) => new OpenPortal(payments, customers),
    [Payments, PaymentCustomers],
  );
  bind(ApplyPaymentEvent).toResolvedValue(
    (payments, events, subscriptions, sync) => new ApplyPaymentEvent(payments, events, subscriptions, sync),
    [Payments, PaymentEvents, Subscriptions, SyncSubscription],
  );
  bind(ReconcileSubscriptions).toResolvedValue(
    (payments, customers, subscriptions, events, chores, sync, clock, parts) =>
      new ReconcileSubscriptions({
        payments,
        customers,
        subscriptions,
        events,
        chores,
        sync,
        clock,
        failed: (what, error) => parts.logs.warn(what, { error }),
      }),
    [Payments, PaymentCustomers, Subscriptions, PaymentEvents, Chores, SyncSubscription, Clock, Parts],
  );
});
