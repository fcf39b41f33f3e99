import { Model, UniqueViolationError } from 'objection';

import type { PaymentEvents } from '../../../domain/billing/ports.ts';
import type { Database } from '../database.ts';

class PaymentEventRow extends Model {
  static override tableName = 'payment_events';
  static override idColumn = ['provider', 'id'];
  declare provider: string;
  declare id: string;
  declare applied_at: number;
}

export class SqlPaymentEvents implements PaymentEvents {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async has(provider: string, id: string): Promise<boolean> {
    return (await this.rows().findOne({ provider, id }).select('id')) !== undefined;
  }

  // The unique key decides: a second transaction with the same event waits here for the first.
  async add(provider: string, id: string, now: number): Promise<boolean> {
    try {
      await this.rows().insert({ provider, id, applied_at: now });
      return true;
    } catch (error) {
      if (error instanceof UniqueViolationError) return false;
      throw error;
    }
  }

  async sweep(before: number): Promise<void> {
    await this.rows().delete().where('applied_at', '<', before);
  }

  private rows() {
    return PaymentEventRow.query(this.db.connection);
  }
}
