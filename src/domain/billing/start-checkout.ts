import type { Clock } from '../kernel/ports.ts';
import { NotAnUpgrade } from './errors.ts';
import { requirePayments } from './payments-on.ts';
import type { Account, Checkout, Customer, PaidTier, PaymentCustomers, Payments, Subscriptions } from './ports.ts';
import { isHigher, paidTier } from './subscription.ts';

interface Tools {
  readonly payments: Payments;
  readonly customers: PaymentCustomers;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
}

/**
 * Begins to buy a higher plan: nothing changes until the provider tells by a signed event that it is paid. Whoever has a
 * lower plan buys the higher one anew, and the lower one is ended with credit once the new one is live.
 * Throws `NotAnUpgrade`, `PaymentsFailed`, `PaymentsOff`.
 */
export class StartCheckout {
  private readonly tools: Tools;

  constructor(tools: Tools) {
    this.tools = tools;
  }

  async execute(account: Account, tier: PaidTier): Promise<Checkout> {
    const { payments, customers, subscriptions, clock } = this.tools;
    requirePayments(payments);
    const paid = paidTier(await subscriptions.ofUser(account.uid));
    if (!isHigher(tier, account.tier) || !isHigher(tier, paid)) throw new NotAnUpgrade();
    const customer = (await customers.find(payments.provider, account.uid)) ?? (await this.newCustomer(account));
    const { uid, customerId, attempts } = customer;
    const attempt = attempts + 1;
    try {
      return await payments.checkout({ uid, customerId, tier, attempt });
    } finally {
      // After a failure too: providers remember the answer to a numbered order, also a bad one.
      await customers.checkedOut({ ...customer, attempts: attempt }, clock.now());
    }
  }

  private async newCustomer(account: Account): Promise<Customer> {
    const { payments, customers } = this.tools;
    const customerId = await payments.customer(account);
    return customers.add({ provider: payments.provider, uid: account.uid, customerId, attempts: 0 });
  }
}
