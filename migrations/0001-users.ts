import { createTable, type Migration } from './migration.ts';

export const users: Migration = {
  name: '0001-users',
  up: (knex) =>
    createTable(knex, 'users', (table) => {
      table.string('uid', 64).primary();
      table.string('email', 254).nullable();
      table.string('phone_number', 32).nullable();
      table.string('name', 255).notNullable();
      table.string('password_hash', 255).nullable();
      table.string('auth_mode', 10).notNullable();
      table.string('subscription', 20).notNullable();
      table.boolean('email_verified').notNullable();
      table.boolean('is_admin').notNullable();
      table.bigInteger('created_at').notNullable();
      table.unique(['email'], { indexName: 'users_by_email' });
      table.index(['is_admin'], 'users_by_admin');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('users');
  },
};
