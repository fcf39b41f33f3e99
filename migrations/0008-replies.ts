import { createTable, type Migration } from './migration.ts';

export const replies: Migration = {
  name: '0008-replies',
  up: (knex) =>
    createTable(knex, 'replies', (table) => {
      table.string('id', 64).primary();
      table.string('owner', 128).notNullable();
      table.string('chat_key', 64).nullable().references('chats.chat_key').onDelete('CASCADE');
      table.string('message_id', 64).nullable();
      table.string('status', 20).notNullable();
      table.boolean('stop_requested').notNullable();
      table.boolean('has_log').notNullable();
      table.string('model', 255).notNullable();
      table.boolean('cached').notNullable();
      table.string('error_code', 64).nullable();
      table.string('runner_id', 191).notNullable();
      table.string('reservation_id', 64).nullable();
      table.string('prompt_key', 128).nullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('finished_at').nullable();
      table.text('text', 'mediumtext').notNullable();
      table.index(['status', 'runner_id'], 'replies_by_status');
      table.index(['owner', 'prompt_key', 'created_at'], 'replies_by_prompt');
      table.index(['has_log', 'finished_at'], 'replies_by_log');
      table.index(['chat_key', 'finished_at'], 'replies_by_chat');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('replies');
  },
};
