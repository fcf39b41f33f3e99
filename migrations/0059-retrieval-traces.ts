import { createTable, type Migration } from './migration.ts';

/** Retrieval traces of answers; deleted with their reply. */
export const retrievalTraces: Migration = {
  name: '0059-retrieval-traces',
  up: (knex) =>
    createTable(knex, 'retrieval_traces', (table) => {
      table.string('reply_id', 64).primary().references('replies.id').onDelete('CASCADE');
      table.string('owner', 128).notNullable();
      table.text('trace', 'mediumtext').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('retrieval_traces');
  },
};
