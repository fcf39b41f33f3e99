import type { Migration } from './migration.ts';

const COLUMN = 'embedding_failing_since';
const INDEX = 'files_by_embedding';

/** Since when a file waits for an embedding service that fails. */
export const embeddingDelays: Migration = {
  name: '0150-embedding-delays',
  up: async (knex) => {
    if (await knex.schema.hasColumn('files', COLUMN)) return;
    await knex.schema.alterTable('files', (table) => {
      table.bigInteger(COLUMN).nullable();
      table.index(['embedding_status', COLUMN], INDEX);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('files', (table) => {
      table.dropIndex(['embedding_status', COLUMN], INDEX);
      table.dropColumn(COLUMN);
    });
  },
};
