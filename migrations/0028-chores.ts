import { createTable, type Migration } from './migration.ts';

/** Job locks: periodic work that one process does for all, and when it is due again. */
export const chores: Migration = {
  name: '0028-chores',
  up: (knex) =>
    createTable(knex, 'chores', (table) => {
      table.string('name', 60).primary();
      table.bigInteger('due_at').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('chores');
  },
};
