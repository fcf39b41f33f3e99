import { createTable, type Migration } from './migration.ts';

/** Tokens of mailed links that verify an address or set a password. */
export const accountTokens: Migration = {
  name: '0015-account-tokens',
  up: (knex) =>
    createTable(knex, 'account_tokens', (table) => {
      table.string('digest', 64).primary();
      table.string('purpose', 30).notNullable();
      table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.bigInteger('created_at').notNullable();
      table.bigInteger('expires_at').notNullable();
      table.bigInteger('used_at').nullable();
      table.index(['uid', 'purpose'], 'account_tokens_by_user');
      table.index(['expires_at'], 'account_tokens_by_expiry');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('account_tokens');
  },
};
