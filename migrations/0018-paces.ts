import { createTable, type Migration } from './migration.ts';

/** Cooldowns: when a subject may repeat an action. */
export const paces: Migration = {
  name: '0018-paces',
  up: (knex) =>
    createTable(knex, 'paces', (table) => {
      table.string('subject', 160).primary();
      table.bigInteger('next_at').notNullable();
      table.index(['next_at'], 'paces_by_time');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('paces');
  },
};
