import type { AuditLog } from '../audit/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { GrantingGroups } from '../groups/ports.ts';
import { REFUSALS } from '../../shared/refusals.ts';
import { CustomerNotFound, NotAnUpgrade, PaymentsFailed } from './errors.ts';
import { loadGivenPlan } from './given-plan.ts';
import { findLastingTier } from './lasting-tier.ts';
import { requirePayments } from './require-payments.ts';
import type { PaidTier } from '../../shared/tiers.ts';
import type { Account, AccountTiers, Checkout, Customer, PaymentCustomers, Payments, Subscriptions } from './ports.ts';
import { isHigher, getPaidTier } from './subscription.ts';
import type { SyncCustomer } from './sync-customer.ts';

interface Tools {
  readonly payments: Payments;
  readonly customers: PaymentCustomers;
  readonly subscriptions: Subscriptions;
  readonly tiers: AccountTiers;
  readonly groups: GrantingGroups;
  readonly sync: SyncCustomer;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

/**
 * Starts the purchase of a higher plan, or of one that was given for a time; nothing changes until the provider
 * confirms the payment with a signed event. The provider is asked first, so that a plan whose event is late or lost is
 * not sold twice. An upgrade is a new subscription; the old one is cancelled with credit once the new one is live.
 * Throws `NotAnUpgrade`, `CustomerNotFound`, `PaymentsFailed`, `PaymentsDisabled`.
 */
export class StartCheckout {
  constructor(private readonly deps: Tools) {}

  async execute(account: Account, tier: PaidTier): Promise<Checkout> {
    const { payments, customers } = this.deps;
    requirePayments(payments);
    const known = await customers.find(payments.provider, account.uid);
    if (known) await this.syncWithProvider(known);
    await this.checkUpgrade(account, tier);
    const customer = known ?? (await this.createCustomer(account));
    try {
      return await this.attempt(customer, tier);
    } catch (error) {
      if (!(error instanceof CustomerNotFound)) throw error;
      return this.attempt(await this.replaceCustomer(account, customer), tier);
    }
  }

  private async syncWithProvider(customer: Customer): Promise<void> {
    try {
      await this.deps.sync.execute(customer);
    } catch (error) {
      throw error instanceof PaymentsFailed ? new PaymentsFailed(REFUSALS.checkoutFailed, error.cause) : error;
    }
  }

  private async checkUpgrade(account: Account, tier: PaidTier): Promise<void> {
    const { subscriptions, tiers, groups } = this.deps;
    const paid = getPaidTier(await subscriptions.listByUser(account.uid));
    const { grant, lasting: kept } = await loadGivenPlan(tiers, account.uid, paid);
    const lasting = await findLastingTier(account, kept, grant, groups);
    if (!isHigher(tier, lasting) || !isHigher(tier, paid)) throw new NotAnUpgrade();
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
