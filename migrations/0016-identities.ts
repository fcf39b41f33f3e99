import { createTable, type Migration } from './migration.ts';

/** Phone numbers and external identities; the unique key gives each exactly one account. */
export const identities: Migration = {
  name: '0016-identities',
  up: (knex) =>
    createTable(knex, 'identities', (table) => {
      table.string('identity_key', 400).primary();
      table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.bigInteger('created_at').notNullable();
      table.index(['uid'], 'identities_by_user');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('identities');
  },
};
