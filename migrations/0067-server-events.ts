import { createTable, type Migration } from './migration.ts';

/** The log of server events. No foreign key to `users`: events outlive an account, without its name. */
export const serverEvents: Migration = {
  name: '0067-server-events',
  up: (knex) =>
    createTable(knex, 'server_events', (table) => {
      table.bigIncrements('id');
      table.bigInteger('at').notNullable();
      table.string('level', 10).notNullable();
      table.string('kind', 30).notNullable();
      table.string('uid', 64).nullable();
      table.string('masked_email', 254).nullable();
      table.text('detail').notNullable();
      table.index(['at'], 'server_events_by_time');
      table.index(['kind', 'id'], 'server_events_by_kind');
      table.index(['level', 'id'], 'server_events_by_level');
      table.index(['uid'], 'server_events_by_user');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('server_events');
  },
};
