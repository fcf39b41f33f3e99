import { dropColumns, type Migration } from './migration.ts';

/** Details of a reply besides its text, as JSON; null for turns without any. */
export const messageDetails: Migration = {
  name: '0040-message-details',
  up: async (knex) => {
    if (await knex.schema.hasColumn('messages', 'details')) return;
    await knex.schema.alterTable('messages', (table) => {
      table.text('details', 'mediumtext').nullable();
    });
  },
  down: async (knex) => {
    await dropColumns(knex, 'messages', 'details');
  },
};
