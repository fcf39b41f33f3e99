import type { Knex } from 'knex';

import { dailyMessagesKey } from '../../../domain/billing/quota-keys.ts';
import type { UserSort } from '../../../shared/user-order.ts';

/** Before the uid of an account in the owner of its usage. */
export const OWNER_PREFIX = 'user:';
const COUNTER_PREFIX = dailyMessagesKey('');

interface SortSource {
  /** What to sort by, as `sorted` with a `uid`, where the accounts' own rows do not have it. */
  readonly join?: (connection: Knex, day: string) => Knex.QueryBuilder;
  readonly column: string;
}

/** The uid in a key, for joins: what stands after its prefix. */
const uidIn = (connection: Knex, column: string, prefix: string) =>
  connection.raw('SUBSTR(??, ?) AS uid', [column, prefix.length + 1]);

/** Where each order of the user list is read. */
export const SORTS: Readonly<Record<UserSort, SortSource>> = {
  joined: { column: 'users.created_at' },
  name: { column: 'LOWER(users.name)' },
  plan: { column: "CASE users.subscription WHEN 'free' THEN 0 WHEN 'basic' THEN 1 ELSE 2 END" },
  today: {
    join: (connection, day) =>
      connection('counters')
        .where({ period: day })
        .where('subject', '>=', COUNTER_PREFIX)
        .where('subject', '<', `${COUNTER_PREFIX.slice(0, -1)};`)
        .select(uidIn(connection, 'subject', COUNTER_PREFIX), 'used')
        .as('sorted'),
    column: 'COALESCE(sorted.used, 0)',
  },
  limits: {
    join: (connection) => connection('user_limits').select('uid', 'daily_messages').as('sorted'),
    column: 'sorted.daily_messages',
  },
  active: {
    join: (connection) =>
      connection('usage_last_days')
        .select(uidIn(connection, 'owner', OWNER_PREFIX), 'day')
        .as('sorted'),
    column: 'sorted.day',
  },
};
