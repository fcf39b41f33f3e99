import { createTable, type Migration } from './migration.ts';

/**
 * Embedding jobs, and the collection that has the vectors of each embedded file. No foreign key to the account: vectors
 * in an external store must still be removed after the account is gone.
 */
export const embeddingJobs: Migration = {
  name: '0058-embedding-jobs',
  up: (knex) =>
    createTable(knex, 'embedding_jobs', (table) => {
      table.string('file_id', 64).primary();
      table.string('owner_id', 64).notNullable();
      table.string('work', 10).notNullable();
      table.string('status', 10).notNullable();
      table.integer('attempts').unsigned().notNullable();
      table.bigInteger('due_at').notNullable();
      table.string('holder', 191).nullable();
      table.string('collection', 160).nullable();
      table.index(['status', 'due_at'], 'embedding_jobs_by_status');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('embedding_jobs');
  },
};
