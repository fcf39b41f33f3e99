import { dropColumns, type Migration } from './migration.ts';

const COLUMNS = ['id', 'method', 'device', 'last_used_at', 'authenticated_at'];

/** What the owner of a session sees of it, and when they last proved who they are. */
export const sessionDetails: Migration = {
  name: '0180-session-details',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn('sessions', 'authenticated_at')))
      await knex.schema.alterTable('sessions', (table) => {
        table.string('id', 64).notNullable().defaultTo('');
        table.string('method', 40).notNullable().defaultTo('unknown');
        table.string('device', 80).notNullable().defaultTo('');
        table.bigInteger('last_used_at').notNullable().defaultTo(0);
        table.bigInteger('authenticated_at').notNullable().defaultTo(0);
      });
    // Digests of random tokens are random themselves; a third of one names a session and reveals nothing.
    await knex('sessions')
      .where({ id: '' })
      .update({
        id: knex.raw('SUBSTR(token_digest, 1, 21)'),
        last_used_at: knex.ref('created_at'),
        authenticated_at: knex.ref('created_at'),
      });
  },
  down: async (knex) => {
    await dropColumns(knex, 'sessions', ...COLUMNS);
  },
};
