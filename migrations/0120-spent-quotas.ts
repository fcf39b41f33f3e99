import { createTable, type Migration } from './migration.ts';

/**
 * What accounts that were deleted had used of a day: a fingerprint of the mailbox or number, the counter's name without
 * the uid, and how much. Dropped once the day is over.
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
