import type { Knex } from 'knex';

import { dropColumns, type Migration } from './migration.ts';

/** Columns that an interrupted attempt may have added. */
const add = async (knex: Knex, column: string, build: (table: Knex.AlterTableBuilder) => void): Promise<void> => {
  if (!(await knex.schema.hasColumn('users', column))) await knex.schema.alterTable('users', build);
};

/**
 * Timestamps of suspension and erasure, and the column that the admins' search reads. The two indexes cover filter,
 * count and order of the user list, so rows are read for one page only.
 */
export const userStanding: Migration = {
  name: '0065-user-standing',
  up: async (knex) => {
    await add(knex, 'suspended_at', (table) => void table.bigInteger('suspended_at').nullable());
    await add(knex, 'erased_from', (table) => {
      table.bigInteger('erased_from').nullable();
      table.index(['erased_from'], 'users_by_erasure');
    });
    await add(knex, 'search_text', (table) => {
      table.string('search_text', 580).notNullable().defaultTo('');
      table.index(['created_at', 'uid', 'search_text'], 'users_in_order');
      table.index(['subscription', 'created_at', 'uid', 'search_text'], 'users_in_order_by_tier');
    });
    const words =
      knex.client.dialect === 'mysql'
        ? "LOWER(CONCAT_WS(' ', email, name, uid))"
        : "LOWER(COALESCE(email || ' ', '') || name || ' ' || uid)";
    await knex('users')
      .where({ search_text: '' })
      .update({ search_text: knex.raw(words) });
  },
  down: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.dropIndex([], 'users_in_order');
      table.dropIndex([], 'users_in_order_by_tier');
      table.dropIndex([], 'users_by_erasure');
    });
    await dropColumns(knex, 'users', 'suspended_at', 'erased_from', 'search_text');
  },
};
