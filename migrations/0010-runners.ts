import { createTable, type Migration } from './migration.ts';

export const runners: Migration = {
  name: '0010-runners',
  up: (knex) =>
    createTable(knex, 'runners', (table) => {
      table.string('id', 191).primary();
      table.bigInteger('lease_until').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('runners');
  },
};
