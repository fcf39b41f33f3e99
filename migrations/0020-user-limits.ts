import { createTable, type Migration } from './migration.ts';

export const userLimits: Migration = {
  name: '0020-user-limits',
  up: (knex) =>
    createTable(knex, 'user_limits', (table) => {
      table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
      table.integer('daily_messages').nullable();
      table.integer('moonshot_daily').nullable();
      table.string('set_by', 64).notNullable();
      table.bigInteger('set_at').notNullable();
      table.text('reason').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('user_limits');
  },
};
