import { NoActiveSubscription } from './errors.ts';
import { requirePayments } from './require-payments.ts';
import type { Account, PaymentCustomers, Payments } from './ports.ts';

/**
 * Returns the URL of the provider's page for cards and invoices. Throws `NoActiveSubscription`, `CustomerNotFound`,
 * `PaymentsFailed`, `PaymentsDisabled`.
 */
export class OpenPortal {
  constructor(
    private readonly payments: Payments,
    private readonly customers: PaymentCustomers,
  ) {}

  async execute({ uid }: Pick<Account, 'uid'>): Promise<string> {
    requirePayments(this.payments);
    const customer = await this.customers.find(this.payments.provider, uid);
    if (!customer) throw new NoActiveSubscription();
    return this.payments.createPortalUrl(customer.customerId);
  }
}
