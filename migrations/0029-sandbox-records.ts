import { createTable, type Migration } from './migration.ts';

/** State of sandbox providers. */
export const sandboxRecords: Migration = {
  name: '0029-sandbox-records',
  up: (knex) =>
    createTable(knex, 'sandbox_records', (table) => {
      table.string('kind', 30).notNullable();
      table.string('id', 100).notNullable();
      table.string('owner', 100).notNullable();
      table.text('body', 'mediumtext').notNullable();
      table.integer('revision').notNullable();
      table.bigInteger('at').notNullable();
      table.primary(['kind', 'id']);
      table.index(['kind', 'owner', 'at'], 'sandbox_records_by_owner');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('sandbox_records');
  },
};
