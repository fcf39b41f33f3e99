import { createTable, type Migration } from './migration.ts';

// Final messages that are not indexed yet, oldest first. No foreign key: entries of deleted chats are skipped.
export const searchDue: Migration = {
  name: '0080-search-due',
  up: (knex) =>
    createTable(knex, 'search_due', (table) => {
      table.bigIncrements('id');
      table.string('chat_key', 64).notNullable();
      table.string('message_id', 64).notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('search_due');
  },
};
