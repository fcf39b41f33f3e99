import { createTable, type Migration } from './migration.ts';

/** Public keys of passkeys. A credential's id may be longer than an index takes, so its digest is unique. */
export const passkeys: Migration = {
  name: '0191-passkeys',
  up: (knex) =>
    createTable(knex, 'passkeys', (table) => {
      table.string('id', 64).primary();
      table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.string('name', 120).notNullable();
      table.string('credential_digest', 64).notNullable();
      table.text('credential_id').notNullable();
      table.text('public_key').notNullable();
      table.bigInteger('counter').notNullable();
      table.string('transports', 200).notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('last_used_at').nullable();
      table.unique(['credential_digest'], { indexName: 'passkeys_by_credential' });
      table.index(['uid', 'created_at'], 'passkeys_by_user');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('passkeys');
  },
};
