import type { Knex } from 'knex';

import type { Migration } from './migration.ts';

const NAME = 'retrieval_traces_by_owner';

const isThere = async (knex: Knex): Promise<boolean> => {
  const found: unknown =
    knex.client.dialect === 'mysql'
      ? await knex('information_schema.statistics')
          .whereRaw('table_schema = DATABASE()')
          .where({ index_name: NAME })
          .first('index_name')
      : await knex('sqlite_master').where({ type: 'index', name: NAME }).first('name');
  return found !== undefined;
};

/** For removing a deleted file's excerpts from its owner's traces. */
export const tracesByOwner: Migration = {
  name: '0110-traces-by-owner',
  up: async (knex) => {
    if (await isThere(knex)) return; // of an interrupted attempt
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
