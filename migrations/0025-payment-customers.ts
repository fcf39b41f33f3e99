import { createTable, type Migration } from './migration.ts';

/** Customers at payment providers. No foreign key to `users`: payment records outlive an account. */
export const paymentCustomers: Migration = {
  name: '0025-payment-customers',
  up: (knex) =>
    createTable(knex, 'payment_customers', (table) => {
      table.string('provider', 20).notNullable();
      table.string('uid', 36).notNullable();
      table.string('customer_id', 100).notNullable();
      table.integer('attempts').notNullable();
      table.bigInteger('checkout_at').notNullable();
      table.primary(['provider', 'uid']);
      table.unique(['provider', 'customer_id'], { indexName: 'payment_customers_by_id' });
    }),
  down: async (knex) => {
    await knex.schema.dropTable('payment_customers');
  },
};
