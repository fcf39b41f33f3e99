import { createTable, type Migration } from './migration.ts';

// Finished messages that the search does not know yet, oldest first. No foreign key: whose chat is gone is passed over.
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
