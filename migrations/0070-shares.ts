import { createTable, type Migration } from './migration.ts';

/** Public links: a copy of the turns, deleted with its chat and its account. */
export const shares: Migration = {
  name: '0070-shares',
  up: (knex) =>
    createTable(knex, 'shares', (table) => {
      table.string('id', 64).primary();
      table.string('token_digest', 64).notNullable();
      table.string('owner_id', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.string('chat_key', 64).notNullable().references('chats.chat_key').onDelete('CASCADE');
      table.string('kind', 20).notNullable();
      table.string('title', 255).notNullable();
      table.string('name', 80).nullable();
      table.integer('turn_count').unsigned().notNullable();
      table.bigInteger('created_at').notNullable();
      table.text('turns', 'mediumtext').notNullable();
      table.unique(['token_digest'], { indexName: 'shares_by_token' });
      table.index(['owner_id', 'created_at', 'id'], 'shares_by_owner');
      table.index(['chat_key'], 'shares_by_chat');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('shares');
  },
};
