import { dropColumns, type Migration } from './migration.ts';

const TABLE = 'embedding_jobs';

/** How far a file is, so that it can give way to files of others and go on later. */
export const embeddingProgress: Migration = {
  name: '0230-embedding-progress',
  up: async (knex) => {
    if (await knex.schema.hasColumn(TABLE, 'embedded_version')) return;
    await knex.schema.alterTable(TABLE, (table) => {
      table.string('embedded_version', 255).nullable();
      table.integer('embedded_chunks').notNullable().defaultTo(0);
      table.integer('total_chunks').notNullable().defaultTo(0);
    });
  },
  down: async (knex) => {
    await dropColumns(knex, TABLE, 'embedded_version', 'embedded_chunks', 'total_chunks');
  },
};
