import { Model, UniqueViolationError } from 'objection';

import type { Subscriptions } from '../../../domain/billing/ports.ts';
import type { Subscription } from '../../../domain/billing/subscription.ts';
import type { Database } from '../database.ts';

const OPEN_STATES: readonly Subscription['state'][] = ['pending', 'active', 'past_due', 'suspended'];

class SubscriptionRow extends Model {
  static override tableName = 'subscriptions';
  static override idColumn = ['provider', 'id'];
  declare provider: string;
  declare id: string;
  declare uid: string;
  declare customer_id: string;
  declare tier: Subscription['tier'];
  declare state: Subscription['state'];
  declare cancel_at_period_end: boolean;
  declare current_period_end: number | null;
  declare created_at: number;
  declare state_at: number;
  declare revision: number;
}

const toSubscription = (row: SubscriptionRow): Subscription => ({
  provider: row.provider,
  id: row.id,
  uid: row.uid,
  customerId: row.customer_id,
  tier: row.tier,
  state: row.state,
  cancelAtPeriodEnd: Boolean(row.cancel_at_period_end),
  currentPeriodEnd: row.current_period_end,
  createdAt: row.created_at,
  stateAt: row.state_at,
  revision: row.revision,
});

const toSubscriptionRow = (subscription: Subscription) => ({
  provider: subscription.provider,
  id: subscription.id,
  uid: subscription.uid,
  customer_id: subscription.customerId,
  tier: subscription.tier,
  state: subscription.state,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  current_period_end: subscription.currentPeriodEnd,
  created_at: subscription.createdAt,
  state_at: subscription.stateAt,
  revision: subscription.revision,
});

export class SqlSubscriptions implements Subscriptions {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(provider: string, id: string): Promise<Subscription | undefined> {
    const row = await this.rows().findOne({ provider, id });
    return row && toSubscription(row);
  }

  async listByUser(uid: string): Promise<readonly Subscription[]> {
    return (await this.rows().where({ uid }).orderBy(['created_at', 'id'])).map(toSubscription);
  }

  // Both statements are conditional: of two writers of one revision the second changes nothing.
  async save(subscription: Subscription): Promise<boolean> {
    const { provider, id, revision } = subscription;
    const row = toSubscriptionRow(subscription);
    if (revision > 1)
      return (
        (await this.rows()
          .patch(row)
          .where({ provider, id, revision: revision - 1 })) === 1
      );
    try {
      await this.rows().insert(row);
      return true;
    } catch (error) {
      if (error instanceof UniqueViolationError) return false;
      throw error;
    }
  }

  async listOrphaned(provider: string, endedBefore: number, limit: number): Promise<readonly Subscription[]> {
    const rows = this.rows()
      .whereIn('state', [...OPEN_STATES])
      .where('current_period_end', '<', endedBefore);
    return (await rows.whereNot({ provider }).orderBy('current_period_end').limit(limit)).map(toSubscription);
  }

  private rows() {
    return SubscriptionRow.query(this.db.connection);
  }
}
