import { createTable, type Migration } from './migration.ts';

/**
 * One key per account, so the account is the primary key; `id` is random and only indexed, because a second unique key
 * would make replacing a key ambiguous on MySQL.
 */
export const apiKeys: Migration = {
  name: '0030-api-keys',
  up: (knex) =>
    createTable(knex, 'api_keys', (table) => {
      table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
      table.string('id', 64).notNullable();
      table.string('secret_digest', 64).notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('last_used_at').nullable();
      table.index(['id'], 'api_keys_by_id');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('api_keys');
  },
};
