import { createTable, type Migration } from './migration.ts';

/** Who wants no usage mails, and when each admin was sent one. */
export const usageMails: Migration = {
  name: '0311-usage-mails',
  up: (knex) =>
    createTable(knex, 'usage_mails', (table) => {
      table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
      table.boolean('is_off').notNullable().defaultTo(false);
      table.bigInteger('sent_at').nullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('usage_mails');
  },
};
