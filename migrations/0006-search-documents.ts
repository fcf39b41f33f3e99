import { createTable, type Migration } from './migration.ts';

// One document per chat title (`message_id` is empty) and per finished message.
export const searchDocuments: Migration = {
  name: '0006-search-documents',
  up: (knex) =>
    createTable(knex, 'search_documents', (table) => {
      table.bigIncrements('id');
      table.string('chat_key', 64).notNullable().references('chats.chat_key').onDelete('CASCADE');
      table.string('message_id', 64).notNullable();
      table.unique(['chat_key', 'message_id'], { indexName: 'search_documents_by_message' });
    }),
  down: async (knex) => {
    await knex.schema.dropTable('search_documents');
  },
};
