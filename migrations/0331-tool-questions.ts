import { createTable, type Migration } from './migration.ts';

/** What replies ask their person, the state of replies that wait, and the tools that need no question in a chat. */
export const toolQuestions: Migration = {
  name: '0331-tool-questions',
  up: async (knex) => {
    await createTable(knex, 'tool_questions', (table) => {
      table.string('id', 64).primary();
      table.string('reply_id', 64).notNullable().references('replies.id').onDelete('CASCADE');
      table.string('kind', 16).notNullable();
      table.string('server_id', 64).notNullable();
      table.string('tool', 200).notNullable();
      table.string('digest', 64).notNullable();
      table.text('form_schema', 'mediumtext').nullable();
      table.bigInteger('expires_at').notNullable();
      table.string('outcome', 16).nullable();
      table.text('answer', 'mediumtext').nullable();
      table.index(['reply_id'], 'tool_questions_by_reply');
    });
    await createTable(knex, 'waiting_replies', (table) => {
      table.string('reply_id', 64).primary().references('replies.id').onDelete('CASCADE');
      table.text('state', 'longtext').notNullable();
    });
    await createTable(knex, 'tool_grants', (table) => {
      table.string('chat_key', 64).notNullable().references('chats.chat_key').onDelete('CASCADE');
      table.string('server_id', 64).notNullable();
      table.string('tool', 200).notNullable();
      table.string('digest', 64).notNullable();
      table.primary(['chat_key', 'server_id', 'tool', 'digest']);
    });
  },
  down: async (knex) => {
    for (const table of ['tool_grants', 'waiting_replies', 'tool_questions']) await knex.schema.dropTable(table);
  },
};
