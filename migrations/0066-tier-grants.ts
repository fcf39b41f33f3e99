import { createTable, type Migration } from './migration.ts';

/** Plans that admins granted to single accounts. */
export const tierGrants: Migration = {
  name: '0066-tier-grants',
  up: async (knex) => {
    for (const name of ['tier_grants', 'suspensions']) {
      await createTable(knex, name, (table) => {
        table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
        table.string('by_uid', 64).notNullable();
        table.string('by_name', 255).notNullable();
        table.bigInteger('at').notNullable();
        table.text('reason').notNullable();
        if (name === 'tier_grants') table.string('tier', 20).notNullable();
      });
    }
  },
  down: async (knex) => {
    for (const name of ['suspensions', 'tier_grants']) await knex.schema.dropTable(name);
  },
};
