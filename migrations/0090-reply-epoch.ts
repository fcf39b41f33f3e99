import { dropColumns, type Migration } from './migration.ts';

/** The fencing token of a reply: it grows when another process takes the reply over. */
export const replyEpoch: Migration = {
  name: '0090-reply-epoch',
  up: async (knex) => {
    if (await knex.schema.hasColumn('replies', 'epoch')) return;
    await knex.schema.alterTable('replies', (table) => {
      table.integer('epoch').unsigned().notNullable().defaultTo(1);
    });
  },
  down: async (knex) => {
    await dropColumns(knex, 'replies', 'epoch');
  },
};
