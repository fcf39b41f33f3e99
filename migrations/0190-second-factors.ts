import { createTable, dropColumns, type Migration } from './migration.ts';

/**
 * Whether an account has a second factor, its authenticator app (encrypted secret) and its recovery codes (digests).
 */
export const secondFactors: Migration = {
  name: '0190-second-factors',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn('users', 'has_second_factor')))
      await knex.schema.alterTable('users', (table) => {
        table.boolean('has_second_factor').notNullable().defaultTo(false);
      });
    await createTable(knex, 'authenticator_apps', (table) => {
      table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
      table.string('sealed_secret', 255).notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('confirmed_at').nullable();
      table.bigInteger('last_step').notNullable();
    });
    await createTable(knex, 'recovery_codes', (table) => {
      table.string('digest', 64).notNullable();
      table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.bigInteger('used_at').nullable();
      table.primary(['uid', 'digest']);
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('recovery_codes');
    await knex.schema.dropTable('authenticator_apps');
    await dropColumns(knex, 'users', 'has_second_factor');
  },
};
