import { createTable, type Migration } from './migration.ts';

export const oneTimeSecrets: Migration = {
  name: '0003-one-time-secrets',
  up: (knex) =>
    createTable(knex, 'one_time_secrets', (table) => {
      table.string('digest', 64).primary();
      table.string('purpose', 30).notNullable();
      table.bigInteger('expires_at').notNullable();
      table.bigInteger('used_at').nullable();
      table.index(['purpose'], 'one_time_secrets_by_purpose');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('one_time_secrets');
  },
};
