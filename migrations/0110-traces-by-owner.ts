import { hasIndex, type Migration } from './migration.ts';

const NAME = 'retrieval_traces_by_owner';

/** For removing a deleted file's excerpts from its owner's traces. */
export const tracesByOwner: Migration = {
  name: '0110-traces-by-owner',
  up: async (knex) => {
    if (await hasIndex(knex, NAME)) return; // of an interrupted attempt
    await knex.schema.alterTable('retrieval_traces', (table) => {
      table.index(['owner'], NAME);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('retrieval_traces', (table) => {
      table.dropIndex([], NAME);
    });
  },
};
