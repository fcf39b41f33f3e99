import { BillingContacts } from '../accounts/email-change/ports.ts';
import type { PaymentCustomers, Payments } from './ports.ts';
import { PAYMENTS_OFF } from './require-payments.ts';

/** Invoices follow the account's address, and go back with it when a takeover is undone. Throws `PaymentsFailed`. */
export class ChangeBillingEmail extends BillingContacts {
  constructor(
    private readonly payments: Payments,
    private readonly customers: PaymentCustomers,
  ) {
    super();
  }

  async changeEmail(uid: string, email: string): Promise<void> {
    const { provider } = this.payments;
    if (provider === PAYMENTS_OFF) return;
    const customer = await this.customers.find(provider, uid);
    if (customer) await this.payments.changeEmail(customer.customerId, email);
  }
}
