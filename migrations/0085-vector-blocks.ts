import { createTable, type Migration } from './migration.ts';

/** 8-bit codes of the vectors of neighbouring chunks, for fast comparison; the vectors themselves are unchanged. */
export const vectorBlocks: Migration = {
  name: '0085-vector-blocks',
  up: (knex) =>
    createTable(knex, 'vector_blocks', (table) => {
      table.string('collection', 160).notNullable();
      table.string('file_id', 64).notNullable();
      table.integer('block').unsigned().notNullable();
      table.string('owner_id', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.string('version', 36).notNullable();
      table.specificType('codes', 'mediumblob').notNullable();
      table.primary(['collection', 'file_id', 'block']);
      table.index(['file_id'], 'vector_blocks_by_file');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('vector_blocks');
  },
};
