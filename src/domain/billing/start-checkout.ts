import type { AuditLog } from '../audit/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import { CustomerNotFound, NotAnUpgrade } from './errors.ts';
import { requirePayments } from './require-payments.ts';
import type { PaidTier } from '../../shared/tiers.ts';
import type { Account, Checkout, Customer, PaymentCustomers, Payments, Subscriptions } from './ports.ts';
import { isHigher, getPaidTier } from './subscription.ts';

interface Tools {
  readonly payments: Payments;
  readonly customers: PaymentCustomers;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

/**
 * Starts the purchase of a higher plan; nothing changes until the provider confirms the payment with a signed event. An
 * upgrade is a new subscription; the old one is cancelled with credit once the new one is live. Throws `NotAnUpgrade`,
 * `CustomerNotFound`, `PaymentsFailed`, `PaymentsDisabled`.
 */
export class StartCheckout {
  constructor(private readonly deps: Tools) {}

  async execute(account: Account, tier: PaidTier): Promise<Checkout> {
    const { payments, customers, subscriptions } = this.deps;
    requirePayments(payments);
    const paidTier = getPaidTier(await subscriptions.listByUser(account.uid));
    if (!isHigher(tier, account.tier) || !isHigher(tier, paidTier)) throw new NotAnUpgrade();
    const customer = (await customers.find(payments.provider, account.uid)) ?? (await this.createCustomer(account));
    try {
      return await this.attempt(customer, tier);
    } catch (error) {
      if (!(error instanceof CustomerNotFound)) throw error;
      return this.attempt(await this.replaceCustomer(account, customer), tier);
    }
  }

  private async attempt(customer: Customer, tier: PaidTier): Promise<Checkout> {
    const { payments, customers, clock, audit } = this.deps;
    const { uid, customerId, attempts } = customer;
    const attempt = attempts + 1;
    try {
      const checkout = await payments.createCheckout({ uid, customerId, tier, attempt });
      await audit.record({ action: 'plan.checkout', details: { tier } });
      return checkout;
    } finally {
      // After a failure too: providers replay the result of an idempotency key, errors included.
      await customers.recordCheckout({ ...customer, attempts: attempt }, clock.now());
    }
  }

  private async createCustomer(account: Account): Promise<Customer> {
    const { payments, customers } = this.deps;
    const customerId = await payments.createCustomer(account);
    return customers.add({ provider: payments.provider, uid: account.uid, customerId, attempts: 0 });
  }

  private async replaceCustomer(account: Account, lost: Customer): Promise<Customer> {
    const { payments, customers } = this.deps;
    return customers.replace(lost, await payments.createCustomer(account, lost.customerId));
  }
}
