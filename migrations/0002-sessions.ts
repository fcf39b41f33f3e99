import { createTable, type Migration } from './migration.ts';

export const sessions: Migration = {
  name: '0002-sessions',
  up: (knex) =>
    createTable(knex, 'sessions', (table) => {
      table.string('token_digest', 64).primary();
      table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.bigInteger('created_at').notNullable();
      table.bigInteger('expires_at').notNullable();
      table.index(['uid'], 'sessions_by_user');
      table.index(['expires_at'], 'sessions_by_expiry');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('sessions');
  },
};
