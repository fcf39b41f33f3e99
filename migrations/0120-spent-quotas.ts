import { createTable, type Migration } from './migration.ts';

/**
 * Counters of the day of deleted accounts: a fingerprint of mailbox or number, the counter's name without the uid, and
 * its value. Deleted once the day is over (docs/adr/0034).
 */
export const spentQuotas: Migration = {
  name: '0120-spent-quotas',
  up: (knex) =>
    createTable(knex, 'spent_quotas', (table) => {
      table.string('fingerprint', 64).notNullable();
      table.string('day', 10).notNullable();
      table.string('subject', 191).notNullable();
      table.integer('used').notNullable();
      table.primary(['fingerprint', 'day', 'subject']);
      table.index(['day'], 'spent_quotas_by_day');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('spent_quotas');
  },
};
