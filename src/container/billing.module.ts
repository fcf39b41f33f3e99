import { ConnectedPayments } from '../adapters/payments/provider.ts';
import { ApplyPaymentEvent } from '../domain/billing/apply-payment-event.ts';
import { BillingContacts } from '../domain/accounts/email-change/ports.ts';
import { ChangeBillingEmail } from '../domain/billing/change-billing-email.ts';
import { ChangeRenewal } from '../domain/billing/change-renewal.ts';
import { OpenPortal } from '../domain/billing/open-portal.ts';
import { LimitSettings } from '../domain/billing/settings.ts';
import { type Prices, ListPlans } from '../domain/billing/plans.ts';
import { PAYMENTS_OFF } from '../domain/billing/require-payments.ts';
import {
  AccountTiers,
  PaymentCustomers,
  PaymentEvents,
  Payments,
  Entitlements,
  SandboxRecords,
  Subscriptions,
} from '../domain/billing/ports.ts';
import { PlanCancellations } from '../domain/billing/ports/plan-cancellations.ts';
import { EffectiveLimitsResolver } from '../domain/billing/effective-limits.ts';
import { ExpireGrants } from '../domain/billing/expire-grants.ts';
import { GetCancellationState } from '../domain/billing/get-cancellation-state.ts';
import { GetSubscription } from '../domain/billing/get-subscription.ts';
import { ReconcileSubscriptions } from '../domain/billing/reconcile-subscriptions.ts';
import { CancelPlans } from '../domain/billing/cancel-plans.ts';
import { CancelSubscriptions } from '../domain/billing/cancel-subscriptions.ts';
import { StartCheckout } from '../domain/billing/start-checkout.ts';
import { ReportPayment } from '../domain/billing/report-payment.ts';
import { SyncCustomer } from '../domain/billing/sync-customer.ts';
import { SyncSubscription } from '../domain/billing/sync-subscription.ts';
import { TierEntitlements } from '../domain/billing/tier-entitlements.ts';
import { LanguageModels } from '../domain/chat/models/ports.ts';
import { GrantingGroups, GroupMembers } from '../domain/groups/ports.ts';
import { ModelPolicy } from '../domain/chat/replies/ports/requesters.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Clock, Ids, JobLocks, Outbox, Secrets, ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

export const sellsPlans = ({ adapters: { payments } }: AppContext): boolean => payments.provider.id !== PAYMENTS_OFF;

const pricesOf = (context: AppContext): Prices => ({
  payments: sellsPlans(context),
  sandbox: context.adapters.payments.provider.isSandbox,
  currency: context.config.CURRENCY,
  basic: context.config.PRICE_BASIC,
  premium: context.config.PRICE_PREMIUM,
});

const logWarnings = derive(
  AppContext,
  ({ logs }) =>
    (what: string, error: unknown) =>
      logs.warn(what, { error }),
);

export const billingModule = defineModule(({ bind, bindClass, bindPort }) => {
  bind(ConnectedPayments).toResolvedValue(
    (context, clock, ids, secrets, outbox, records) =>
      context.connectPayments({
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
  bindPort(Entitlements, TierEntitlements, LanguageModels, ModelPolicy, EffectiveLimitsResolver);
  bindClass(ListPlans, derive(AppContext, pricesOf), LimitSettings);
  bindClass(SyncSubscription, {
    payments: Payments,
    subscriptions: Subscriptions,
    customers: PaymentCustomers,
    events: PaymentEvents,
    tiers: AccountTiers,
    work: UnitOfWork,
    audit: AuditLog,
    clock: Clock,
    warn: derive(
      AppContext,
      ({ logs }) =>
        (what: string) =>
          logs.warn(what),
    ),
  });
  bindClass(SyncCustomer, Payments, Subscriptions, SyncSubscription);
  bindClass(StartCheckout, {
    payments: Payments,
    customers: PaymentCustomers,
    subscriptions: Subscriptions,
    tiers: AccountTiers,
    groups: GrantingGroups,
    sync: SyncCustomer,
    clock: Clock,
    audit: AuditLog,
  });
  bindClass(
    GetSubscription,
    Subscriptions,
    AccountTiers,
    GroupMembers,
    GrantingGroups,
    Entitlements,
    derive(AppContext, pricesOf),
  );
  bindClass(ChangeRenewal, Payments, Subscriptions, SyncSubscription, AuditLog);
  bindClass(OpenPortal, Payments, PaymentCustomers);
  bindPort(BillingContacts, ChangeBillingEmail, Payments, PaymentCustomers);
  bindClass(ReportPayment, {
    customers: PaymentCustomers,
    events: PaymentEvents,
    tiers: AccountTiers,
    log: ServerEventLog,
    work: UnitOfWork,
    clock: Clock,
  });
  bindClass(ApplyPaymentEvent, Payments, PaymentEvents, Subscriptions, SyncSubscription, CancelPlans, ReportPayment);
  bindClass(CancelSubscriptions, {
    payments: Payments,
    customers: PaymentCustomers,
    subscriptions: Subscriptions,
    cancellations: PlanCancellations,
    sync: SyncSubscription,
  });
  bindClass(GetCancellationState, PlanCancellations);
  bindClass(CancelPlans, {
    cancellations: PlanCancellations,
    subscriptions: Subscriptions,
    provider: CancelSubscriptions,
    events: ServerEventLog,
    clock: Clock,
    failed: logWarnings,
  });
  bindClass(ExpireGrants, {
    tiers: AccountTiers,
    subscriptions: Subscriptions,
    audit: AuditLog,
    work: UnitOfWork,
    clock: Clock,
    failed: logErrors,
  });
  bindClass(ReconcileSubscriptions, {
    payments: Payments,
    customers: PaymentCustomers,
    subscriptions: Subscriptions,
    events: PaymentEvents,
    jobLocks: JobLocks,
    sync: SyncSubscription,
    syncCustomer: SyncCustomer,
    cancellations: CancelPlans,
    clock: Clock,
    failed: logWarnings,
  });
});
