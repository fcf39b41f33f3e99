import { createTable, type Migration } from './migration.ts';

/** Chunks of files, as they are retrieved and cited. */
export const fileChunks: Migration = {
  name: '0055-file-chunks',
  up: (knex) =>
    createTable(knex, 'file_chunks', (table) => {
      table.bigIncrements('id');
      table.string('file_id', 64).notNullable();
      table.integer('ordinal').unsigned().notNullable();
      table.string('owner_id', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.string('kind', 10).notNullable();
      table.integer('page').unsigned().nullable();
      table.string('heading', 400).notNullable();
      table.text('text', 'mediumtext').notNullable();
      table.unique(['file_id', 'ordinal'], { indexName: 'file_chunks_by_place' });
    }),
  down: async (knex) => {
    await knex.schema.dropTable('file_chunks');
  },
};
