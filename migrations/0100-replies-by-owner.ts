import type { Knex } from 'knex';

import type { Migration } from './migration.ts';

const NAME = 'replies_by_owner';

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

/** Finds an owner's messages of the last day, to which follow-up calls belong. */
export const repliesByOwner: Migration = {
  name: '0100-replies-by-owner',
  up: async (knex) => {
    if (await isThere(knex)) return; // of an interrupted attempt
    await knex.schema.alterTable('replies', (table) => {
      table.index(['owner', 'created_at'], NAME);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('replies', (table) => {
      table.dropIndex([], NAME);
    });
  },
};
