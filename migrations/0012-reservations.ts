import { createTable, type Migration } from './migration.ts';

export const reservations: Migration = {
  name: '0012-reservations',
  up: (knex) =>
    createTable(knex, 'reservations', (table) => {
      table.string('id', 64).primary();
      table.text('quotas').notNullable();
      table.string('state', 20).notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('settled_at').nullable();
      table.index(['settled_at'], 'reservations_by_settling');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('reservations');
  },
};
