import { createTable, type Migration } from './migration.ts';

/** What sandbox adapters would have sent. */
export const outbox: Migration = {
  name: '0014-outbox',
  up: (knex) =>
    createTable(knex, 'outbox', (table) => {
      table.string('id', 21).primary();
      table.string('kind', 20).notNullable();
      table.string('recipient', 320).notNullable();
      table.string('subject', 300).notNullable();
      table.text('body', 'mediumtext').notNullable();
      table.text('html', 'mediumtext').nullable();
      table.bigInteger('sent_at').notNullable();
      table.index(['sent_at'], 'outbox_by_time');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('outbox');
  },
};
