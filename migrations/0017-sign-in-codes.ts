import { createTable, type Migration } from './migration.ts';

/** Digests of codes sent by SMS; a subject has one at a time. */
export const signInCodes: Migration = {
  name: '0017-sign-in-codes',
  up: (knex) =>
    createTable(knex, 'sign_in_codes', (table) => {
      table.string('subject', 64).primary();
      table.string('purpose', 30).notNullable();
      table.string('fingerprint', 64).notNullable();
      table.integer('tries').notNullable();
      table.bigInteger('expires_at').notNullable();
      table.bigInteger('used_at').nullable();
      table.index(['expires_at'], 'sign_in_codes_by_expiry');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('sign_in_codes');
  },
};
