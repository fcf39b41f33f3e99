import { createTable, type Migration } from './migration.ts';

/** Subscriptions in the state last fetched from their provider. */
export const subscriptions: Migration = {
  name: '0026-subscriptions',
  up: (knex) =>
    createTable(knex, 'subscriptions', (table) => {
      table.string('provider', 20).notNullable();
      table.string('id', 100).notNullable();
      table.string('uid', 36).notNullable();
      table.string('customer_id', 100).notNullable();
      table.string('tier', 20).notNullable();
      table.string('state', 20).notNullable();
      table.boolean('cancel_at_period_end').notNullable();
      table.bigInteger('current_period_end').nullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('state_at').notNullable();
      table.integer('revision').notNullable();
      table.primary(['provider', 'id']);
      table.index(['uid'], 'subscriptions_by_user');
      table.index(['state', 'current_period_end'], 'subscriptions_by_end');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('subscriptions');
  },
};
