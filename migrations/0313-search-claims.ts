import { dropColumns, hasIndex, type Migration } from './migration.ts';

const TABLE = 'search_due';
const BY_CLAIM = 'search_due_by_claim';
const BY_LEASE = 'search_due_by_lease';

/** Messages to index belong to the process that stored them, until its lease on them ends. */
export const searchClaims: Migration = {
  name: '0313-search-claims',
  up: async (knex) => {
    const hasColumn = await knex.schema.hasColumn(TABLE, 'claimed_by');
    const isIndexed = await hasIndex(knex, BY_CLAIM);
    const isLeaseIndexed = await hasIndex(knex, BY_LEASE);
    if (hasColumn && isIndexed && isLeaseIndexed) return;
    await knex.schema.alterTable(TABLE, (table) => {
      if (!hasColumn) {
        table.string('claimed_by', 64).notNullable().defaultTo('');
        table.bigInteger('claimed_until').notNullable().defaultTo(0);
      }
      if (!isIndexed) table.index(['claimed_by', 'id'], BY_CLAIM);
      if (!isLeaseIndexed) table.index(['claimed_until'], BY_LEASE);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable(TABLE, (table) => {
      table.dropIndex([], BY_CLAIM);
      table.dropIndex([], BY_LEASE);
    });
    await dropColumns(knex, TABLE, 'claimed_by', 'claimed_until');
  },
};
