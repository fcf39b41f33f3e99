import { hasIndex, type Migration } from './migration.ts';

const NAME = 'replies_by_owner';

/** Finds an owner's messages of the last day, to which follow-up calls belong. */
export const repliesByOwner: Migration = {
  name: '0100-replies-by-owner',
  up: async (knex) => {
    if (await hasIndex(knex, NAME)) return; // of an interrupted attempt
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
