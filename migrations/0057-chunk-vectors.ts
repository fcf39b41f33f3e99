import { createTable, type Migration } from './migration.ts';

/** Vectors of chunks, for servers without a vector store. `vector`: 32-bit floats, little-endian, of length 1. */
export const chunkVectors: Migration = {
  name: '0057-chunk-vectors',
  up: (knex) =>
    createTable(knex, 'chunk_vectors', (table) => {
      table.string('collection', 160).notNullable();
      table.string('file_id', 64).notNullable();
      table.integer('ordinal').unsigned().notNullable();
      table.string('owner_id', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.binary('vector').notNullable();
      table.primary(['collection', 'file_id', 'ordinal']);
      table.index(['file_id'], 'chunk_vectors_by_file');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('chunk_vectors');
  },
};
