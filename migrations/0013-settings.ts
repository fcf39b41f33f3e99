import { createTable, type Migration } from './migration.ts';

export const settings: Migration = {
  name: '0013-settings',
  up: (knex) =>
    createTable(knex, 'settings', (table) => {
      table.string('name', 64).primary();
      table.text('value', 'mediumtext').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('settings');
  },
};
