import { dropColumns, hasIndex, type Migration } from './migration.ts';

const COLUMN = 'embedding_failing_since';
const INDEX = 'files_by_embedding';

/** Since when a file waits for an embedding service that fails. */
export const embeddingDelays: Migration = {
  name: '0150-embedding-delays',
  up: async (knex) => {
    const [hasColumn, isIndexed] = [await knex.schema.hasColumn('files', COLUMN), await hasIndex(knex, INDEX)];
    if (hasColumn && isIndexed) return;
    await knex.schema.alterTable('files', (table) => {
      if (!hasColumn) table.bigInteger(COLUMN).nullable();
      if (!isIndexed) table.index(['embedding_status', COLUMN], INDEX);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('files', (table) => {
      table.dropIndex(['embedding_status', COLUMN], INDEX);
    });
    await dropColumns(knex, 'files', COLUMN);
  },
};
