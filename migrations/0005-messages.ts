import { createTable, type Migration } from './migration.ts';

// `seq` is the insertion order within a chat; it orders turns with equal timestamps.
export const messages: Migration = {
  name: '0005-messages',
  up: (knex) =>
    createTable(knex, 'messages', (table) => {
      table.string('chat_key', 64).notNullable().references('chats.chat_key').onDelete('CASCADE');
      table.string('id', 64).notNullable();
      table.integer('seq').unsigned().notNullable();
      table.string('parent_id', 64).nullable();
      table.string('role', 20).notNullable();
      table.bigInteger('at').notNullable();
      table.string('status', 20).notNullable();
      table.string('error_code', 64).nullable();
      table.string('model', 255).nullable();
      table.boolean('cached').notNullable();
      table.string('reply_id', 64).nullable();
      table.text('file_ids').notNullable();
      table.text('mode').nullable();
      table.text('content', 'mediumtext').notNullable();
      table.primary(['chat_key', 'id']);
      table.index(['chat_key', 'at', 'seq'], 'messages_in_order');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('messages');
  },
};
