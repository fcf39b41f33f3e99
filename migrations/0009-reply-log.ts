import { createTable, type Migration } from './migration.ts';

// No foreign key: one INSERT serves many replies, and a chat deleted meanwhile must not fail the entries of the others.
export const replyLog: Migration = {
  name: '0009-reply-log',
  up: (knex) =>
    createTable(knex, 'reply_log', (table) => {
      table.string('reply_id', 64).notNullable();
      table.integer('first_event').unsigned().notNullable();
      table.text('events', 'mediumtext').notNullable();
      table.primary(['reply_id', 'first_event']);
    }),
  down: async (knex) => {
    await knex.schema.dropTable('reply_log');
  },
};
