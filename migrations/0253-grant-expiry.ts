import { dropColumns, hasIndex, type Migration } from './migration.ts';

const TABLE = 'tier_grants';
const COLUMN = 'expires_at';
const INDEX = 'tier_grants_by_expiry';

/** When a granted plan ends by itself; null: never. */
export const grantExpiry: Migration = {
  name: '0253-grant-expiry',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn(TABLE, COLUMN)))
      await knex.schema.alterTable(TABLE, (table) => void table.bigInteger(COLUMN).nullable());
    if (!(await hasIndex(knex, INDEX)))
      await knex.schema.alterTable(TABLE, (table) => void table.index([COLUMN], INDEX));
  },
  down: async (knex) => {
    await knex.schema.alterTable(TABLE, (table) => void table.dropIndex([], INDEX));
    await dropColumns(knex, TABLE, COLUMN);
  },
};
