import { createTable, type Migration } from './migration.ts';

/** Payment events that were applied, so that none is applied twice. */
export const paymentEvents: Migration = {
  name: '0027-payment-events',
  up: (knex) =>
    createTable(knex, 'payment_events', (table) => {
      table.string('provider', 20).notNullable();
      table.string('id', 100).notNullable();
      table.bigInteger('applied_at').notNullable();
      table.primary(['provider', 'id']);
      table.index(['applied_at'], 'payment_events_by_time');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('payment_events');
  },
};
