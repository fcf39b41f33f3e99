import { dropColumns, hasIndex, type Migration } from './migration.ts';

const COLUMN = 'follow_ups';
const INDEX = 'replies_by_follow_ups';

/** Whether title, related questions or a synthesis of a finished reply are still being written. */
export const replyFollowUps: Migration = {
  name: '0130-reply-follow-ups',
  up: async (knex) => {
    const [hasColumn, isIndexed] = [await knex.schema.hasColumn('replies', COLUMN), await hasIndex(knex, INDEX)];
    if (hasColumn && isIndexed) return;
    await knex.schema.alterTable('replies', (table) => {
      if (!hasColumn) table.string(COLUMN, 16).notNullable().defaultTo('none');
      if (!isIndexed) table.index([COLUMN, 'runner_id'], INDEX);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('replies', (table) => {
      table.dropIndex([COLUMN, 'runner_id'], INDEX);
    });
    await dropColumns(knex, 'replies', COLUMN);
  },
};
