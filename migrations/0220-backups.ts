import { createTable, type Migration } from './migration.ts';

/** Backups that were made, and those that failed. */
export const backups: Migration = {
  name: '0220-backups',
  up: (knex) =>
    createTable(knex, 'backups', (table) => {
      table.string('id', 21).primary();
      table.bigInteger('finished_at').notNullable();
      table.bigInteger('bytes').nullable();
      table.text('place').notNullable();
      table.text('error').nullable();
      table.index(['finished_at'], 'backups_by_time');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('backups');
  },
};
