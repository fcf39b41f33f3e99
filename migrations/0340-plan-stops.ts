import { createTable, type Migration } from './migration.ts';

/**
 * What is to happen to the subscriptions of accounts that are suspended or deleted. No foreign key to `users`: a
 * deleted account must not be charged either.
 */
export const planStops: Migration = {
  name: '0340-plan-stops',
  up: (knex) =>
    createTable(knex, 'plan_stops', (table) => {
      table.string('uid', 64).primary();
      table.string('action', 20).notNullable();
      table.text('stopped').notNullable();
      table.bigInteger('asked_at').notNullable();
      table.bigInteger('done_at').nullable();
      table.bigInteger('due_at').nullable();
      table.bigInteger('leased_until').notNullable();
      table.integer('failures').notNullable();
      table.integer('revision').notNullable();
      table.index(['due_at'], 'plan_stops_by_due');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('plan_stops');
  },
};
