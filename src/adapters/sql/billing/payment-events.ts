import { Model } from 'objection';

import type { PaymentEvents } from '../../../domain/billing/ports.ts';
import { insertIfAbsent, SqlStore } from '../sql-store.ts';

class PaymentEventRow extends Model {
  static override tableName = 'payment_events';
  static override idColumn = ['provider', 'id'];
}

export class SqlPaymentEvents extends SqlStore implements PaymentEvents {
  async has(provider: string, id: string): Promise<boolean> {
    return (await this.rows().findOne({ provider, id }).select('id')) !== undefined;
  }

  // The unique key decides: a second transaction with the same event waits here for the first.
  async add(provider: string, id: string, now: number): Promise<boolean> {
    return insertIfAbsent(this.rows().insert({ provider, id, applied_at: now }));
  }

  async sweep(before: number): Promise<void> {
    await this.rows().delete().where('applied_at', '<', before);
  }

  private rows() {
    return PaymentEventRow.query(this.db.connection);
  }
}
