import { Model } from 'objection';

import type { Subscriptions } from '../../../domain/billing/ports.ts';
import { SANDBOX_PAYMENTS } from '../../../domain/billing/require-payments.ts';
import type { Subscription } from '../../../domain/billing/subscription.ts';
import { boolean, rowMapping } from '../row-mapping.ts';
import { saveRevision, SqlStore } from '../sql-store.ts';

const OPEN_STATES: readonly Subscription['state'][] = ['pending', 'active', 'past_due', 'suspended'];

class SubscriptionRow extends Model {
  static override tableName = 'subscriptions';
  static override idColumn = ['provider', 'id'];
}

export const subscriptions = rowMapping<Subscription>({
  provider: 'provider',
  id: 'id',
  uid: 'uid',
  customerId: 'customer_id',
  tier: 'tier',
  state: 'state',
  cancelAtPeriodEnd: boolean('cancel_at_period_end'),
  nextTier: 'next_tier',
  currentPeriodEnd: 'current_period_end',
  createdAt: 'created_at',
  stateAt: 'state_at',
  revision: 'revision',
});

export class SqlSubscriptions extends SqlStore implements Subscriptions {
  async find(provider: string, id: string): Promise<Subscription | undefined> {
    const row = await this.rows().findOne({ provider, id });
    return row && subscriptions.fromRow(row);
  }

  async listByUser(uid: string): Promise<readonly Subscription[]> {
    return (await this.rows().where({ uid }).orderBy(['created_at', 'id'])).map(subscriptions.fromRow);
  }

  save(subscription: Subscription): Promise<boolean> {
    const { provider, id, revision } = subscription;
    return saveRevision(() => this.rows(), { provider, id }, { revision, row: subscriptions.toRow(subscription) });
  }

  async listOrphaned(provider: string, endedBefore: number, limit: number): Promise<readonly Subscription[]> {
    const rows = this.rows()
      .whereIn('state', [...OPEN_STATES])
      .where(
        (either) => void either.where('current_period_end', '<', endedBefore).orWhere({ provider: SANDBOX_PAYMENTS }),
      );
    return (await rows.whereNot({ provider }).orderBy('current_period_end').limit(limit)).map(subscriptions.fromRow);
  }

  private rows() {
    return SubscriptionRow.query(this.db.connection);
  }
}
