import { createTable, type Migration } from './migration.ts';

/** Plans that admins gave by hand. */
export const tierGrants: Migration = {
  name: '0066-tier-grants',
  up: (knex) =>
    createTable(knex, 'tier_grants', (table) => {
      table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
      table.string('tier', 20).notNullable();
      table.string('granted_by', 64).notNullable();
      table.bigInteger('granted_at').notNullable();
      table.text('reason').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('tier_grants');
  },
};
