import { dropColumns, type Migration } from './migration.ts';

/**
 * Marks ledger lines that are not aggregated yet (1, null afterwards), and how many messages a line stands for: a reply
 * may take several calls, and only its first line counts. Older lines count one message per reply call.
 */
export const ledgerPending: Migration = {
  name: '0069-ledger-pending',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn('ledger', 'messages'))) {
      await knex.schema.alterTable('ledger', (table) => {
        table.integer('messages').unsigned().notNullable().defaultTo(0);
      });
      await knex('ledger').whereIn('purpose', ['reply', 'api']).update({ messages: 1 });
    }
    if (await knex.schema.hasColumn('ledger', 'pending')) return;
    await knex.schema.alterTable('ledger', (table) => {
      table.integer('pending').unsigned().nullable().defaultTo(1);
      table.index(['pending'], 'ledger_pending');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('ledger', (table) => {
      table.dropIndex([], 'ledger_pending');
    });
    await dropColumns(knex, 'ledger', 'pending', 'messages');
  },
};
