import { createTable, type Migration } from './migration.ts';

export const adminOverrides: Migration = {
  name: '0061-admin-overrides',
  up: (knex) =>
    createTable(knex, 'admin_overrides', (table) => {
      table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
      table.string('token_digest', 64).notNullable().references('sessions.token_digest').onDelete('CASCADE');
      table.string('type', 20).notNullable();
      table.bigInteger('expires_at').notNullable();
      table.index(['token_digest'], 'admin_overrides_by_session');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('admin_overrides');
  },
};
