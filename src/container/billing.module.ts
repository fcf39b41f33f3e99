import { ContainerModule } from 'inversify';

import type { SandboxCheckoutPage } from '../adapters/payments/sandbox/checkout-page.ts';
import { ApplyPaymentEvent } from '../domain/billing/apply-payment-event.ts';
import { CancelSubscription } from '../domain/billing/cancel-subscription.ts';
import { OpenPortal } from '../domain/billing/open-portal.ts';
import { type Prices, ListPlans } from '../domain/billing/plans.ts';
import { PAYMENTS_OFF } from '../domain/billing/require-payments.ts';
import {
  AccountTiers,
  JobLocks,
  PaymentCustomers,
  PaymentEvents,
  Payments,
  Entitlements,
  SandboxRecords,
  Subscriptions,
} from '../domain/billing/ports.ts';
import { EffectiveLimitsResolver } from '../domain/billing/effective-limits.ts';
import { GetSubscription } from '../domain/billing/get-subscription.ts';
import { ReconcileSubscriptions } from '../domain/billing/reconcile-subscriptions.ts';
import { StartCheckout } from '../domain/billing/start-checkout.ts';
import { SyncSubscription } from '../domain/billing/sync-subscription.ts';
import { TierEntitlements } from '../domain/billing/tier-entitlements.ts';
import { LanguageModels, ModelPolicy } from '../domain/chat/conversations/ports.ts';
import { Clock, Ids, Outbox, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';

/** The chosen provider, connected; with the pages of the sandbox when that is the one. */
export abstract class ConnectedPayments {
  abstract readonly payments: Payments;
  abstract readonly checkoutPage?: SandboxCheckoutPage;
}

const pricesOf = ({ config, payments: { id } }: AppContext): Prices => ({
  payments: id !== PAYMENTS_OFF,
  sandbox: id === 'sandbox',
  currency: config.CURRENCY,
  basic: config.PRICE_BASIC,
  premium: config.PRICE_PREMIUM,
});

/** Plans, payment, and what follows from it. */
export const billingModule = new ContainerModule(({ bind }) => {
  bind(ConnectedPayments).toResolvedValue(
    (context, clock, ids, secrets, outbox, records) =>
      context.payments.connect({
        clock,
        ids,
        secrets,
        outbox,
        records,
        prices: pricesOf(context),
        addresses: context.urls,
      }),
    [AppContext, Clock, Ids, Secrets, Outbox, SandboxRecords],
  );
  bind(Payments).toResolvedValue(({ payments }) => payments, [ConnectedPayments]);
  bind(Entitlements).toResolvedValue(
    (models, policy, limits) => new TierEntitlements(models, policy, limits),
    [LanguageModels, ModelPolicy, EffectiveLimitsResolver],
  );
  bind(ListPlans).toResolvedValue((context) => new ListPlans(pricesOf(context)), [AppContext]);
  bind(SyncSubscription).toResolvedValue(
    (payments, subscriptions, customers, events, tiers, work, clock) =>
      new SyncSubscription({ payments, subscriptions, customers, events, tiers, work, clock }),
    [Payments, Subscriptions, PaymentCustomers, PaymentEvents, AccountTiers, UnitOfWork, Clock],
  );
  bind(StartCheckout).toResolvedValue(
    (payments, customers, subscriptions, clock) => new StartCheckout({ payments, customers, subscriptions, clock }),
    [Payments, PaymentCustomers, Subscriptions, Clock],
  );
  bind(GetSubscription).toResolvedValue(
    (subscriptions, tiers, terms, context) => new GetSubscription(subscriptions, tiers, terms, pricesOf(context)),
    [Subscriptions, AccountTiers, Entitlements, AppContext],
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
    (payments, customers, subscriptions, events, jobLocks, sync, clock, context) =>
      new ReconcileSubscriptions({
        payments,
        customers,
        subscriptions,
        events,
        jobLocks,
        sync,
        clock,
        failed: (what, error) => context.logs.warn(what, { error }),
      }),
    [Payments, PaymentCustomers, Subscriptions, PaymentEvents, JobLocks, SyncSubscription, Clock, AppContext],
  );
});
