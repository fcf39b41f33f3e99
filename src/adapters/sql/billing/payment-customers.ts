import type { Customer, PaymentCustomers } from '../../../domain/billing/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

type Page = Parameters<PaymentCustomers['listToReconcile']>[0];

const customers = rowMapping<Customer>({
  provider: 'provider',
  uid: 'uid',
  customerId: 'customer_id',
  attempts: 'attempts',
});

export class SqlPaymentCustomers extends SqlStore implements PaymentCustomers {
  async find(provider: string, uid: string): Promise<Customer | undefined> {
    const row = await this.rows().where({ provider, uid }).first();
    return row && customers.fromRow(row);
  }

  async findUid(provider: string, customerId: string): Promise<string | undefined> {
    const row = await this.rows().where({ provider, customer_id: customerId }).first();
    return row?.uid;
  }

  async add(customer: Customer): Promise<Customer> {
    const { provider, uid } = customer;
    const row = { ...customers.toRow(customer), checkout_at: 0 };
    await this.rows().insert(row).onConflict().ignore();
    const stored = await this.find(provider, uid);
    if (!stored) throw new Error(`The customer of ${uid} already belongs to another account.`);
    return stored;
  }

  async replace(lost: Customer, customerId: string): Promise<Customer> {
    const { provider, uid } = lost;
    await this.rows().where({ provider, uid, customer_id: lost.customerId }).update({ customer_id: customerId });
    return (await this.find(provider, uid)) ?? lost;
  }

  async recordCheckout({ provider, uid, attempts }: Customer, now: number): Promise<void> {
    await this.rows().where({ provider, uid }).where('attempts', '<', attempts).update({ attempts, checkout_at: now });
  }

  async listToReconcile({ provider, afterUid, since, limit }: Page): Promise<readonly Customer[]> {
    const open = this.table('subscriptions')
      .whereRaw('subscriptions.uid = payment_customers.uid')
      .where('subscriptions.provider', provider)
      .whereNot('subscriptions.state', 'ended')
      .select('subscriptions.id');
    const rows: object[] = await this.rows()
      .where({ provider })
      .where('uid', '>', afterUid)
      .where((either) => void either.where('checkout_at', '>=', since).orWhereExists(open))
      .orderBy('uid')
      .limit(limit);
    return rows.map(customers.fromRow);
  }

  async listByCheckout(provider: string, since: number, limit: number): Promise<readonly Customer[]> {
    const recent = this.rows().where({ provider }).where('checkout_at', '>=', since);
    const rows: object[] = await recent.orderBy('checkout_at', 'desc').limit(limit);
    return rows.map(customers.fromRow);
  }

  private rows() {
    return this.table('payment_customers');
  }
}
