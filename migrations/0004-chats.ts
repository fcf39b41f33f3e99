import { createTable, type Migration } from './migration.ts';

// Long columns come last: reading a row without them then touches none of their overflow pages.
export const chats: Migration = {
  name: '0004-chats',
  up: (knex) =>
    createTable(knex, 'chats', (table) => {
      table.string('chat_key', 64).primary();
      table.string('id', 64).notNullable();
      table.string('owner_id', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.string('title', 255).notNullable();
      table.string('gpt_type', 64).notNullable();
      table.string('leaf_id', 64).nullable();
      table.integer('message_count').unsigned().notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('updated_at').notNullable();
      table.bigInteger('named_at').notNullable();
      table.text('sources', 'mediumtext').notNullable();
      table.text('images', 'mediumtext').notNullable();
      table.text('related_questions', 'mediumtext').notNullable();
      table.unique(['owner_id', 'id'], { indexName: 'chats_by_owner_and_id' });
      table.index(['owner_id', 'updated_at', 'chat_key'], 'chats_by_owner_newest');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('chats');
  },
};
