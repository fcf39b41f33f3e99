import type { Customer, PaymentCustomers } from '../../../domain/billing/ports.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly provider: string;
  readonly uid: string;
  readonly customer_id: string;
  readonly attempts: number;
}

type Page = Parameters<PaymentCustomers['listToReconcile']>[0];

const toCustomer = ({ customer_id: customerId, provider, uid, attempts }: Row): Customer => ({
  provider,
  uid,
  customerId,
  attempts,
});

export class SqlPaymentCustomers implements PaymentCustomers {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(provider: string, uid: string): Promise<Customer | undefined> {
    const row: Row | undefined = await this.rows().where({ provider, uid }).first();
    return row && toCustomer(row);
  }

  async findUid(provider: string, customerId: string): Promise<string | undefined> {
    const row: Row | undefined = await this.rows().where({ provider, customer_id: customerId }).first();
    return row?.uid;
  }

  async add({ provider, uid, customerId, attempts }: Customer): Promise<Customer> {
    await this.rows()
      .insert({ provider, uid, customer_id: customerId, attempts, checkout_at: 0 })
      .onConflict()
      .ignore();
    const stored = await this.find(provider, uid);
    if (!stored) throw new Error(`The customer of ${uid} already belongs to another account.`);
    return stored;
  }

  async recordCheckout({ provider, uid, attempts }: Customer, now: number): Promise<void> {
    await this.rows().where({ provider, uid }).where('attempts', '<', attempts).update({ attempts, checkout_at: now });
  }

  async listToReconcile({ provider, afterUid, since, limit }: Page): Promise<readonly Customer[]> {
    const open = this.db
      .connection('subscriptions')
      .whereRaw('subscriptions.uid = payment_customers.uid')
      .where('subscriptions.provider', provider)
      .whereNot('subscriptions.state', 'ended')
      .select('subscriptions.id');
    const rows: Row[] = await this.rows()
      .where({ provider })
      .where('uid', '>', afterUid)
      .where((either) => void either.where('checkout_at', '>=', since).orWhereExists(open))
      .orderBy('uid')
      .limit(limit);
    return rows.map(toCustomer);
  }

  private rows() {
    return this.db.connection('payment_customers');
  }
}
