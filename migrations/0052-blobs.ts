import { createTable, type Migration } from './migration.ts';

/** Reference counts of blobs: how many files and running uploads use the bytes of one hash. */
export const blobs: Migration = {
  name: '0052-blobs',
  up: (knex) =>
    createTable(knex, 'blobs', (table) => {
      table.string('hash', 64).primary();
      table.integer('uses').notNullable();
      table.bigInteger('touched_at').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('blobs');
  },
};
