import type { Migration } from './migration.ts';

const INDEX = 'replies_by_follow_ups';

/** Whether title, related questions or a synthesis of a finished reply are still being written. */
export const replyFollowUps: Migration = {
  name: '0130-reply-follow-ups',
  up: async (knex) => {
    if (await knex.schema.hasColumn('replies', 'follow_ups')) return;
    await knex.schema.alterTable('replies', (table) => {
      table.string('follow_ups', 16).notNullable().defaultTo('none');
      table.index(['follow_ups', 'runner_id'], INDEX);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('replies', (table) => {
      table.dropIndex(['follow_ups', 'runner_id'], INDEX);
      table.dropColumn('follow_ups');
    });
  },
};
