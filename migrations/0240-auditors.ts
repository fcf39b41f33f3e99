import { dropColumns, type Migration } from './migration.ts';

const TABLE = 'users';
const COLUMN = 'is_auditor';

/** Auditors read what admins see of the installation and its people. */
export const auditors: Migration = {
  name: '0240-auditors',
  up: async (knex) => {
    if (await knex.schema.hasColumn(TABLE, COLUMN)) return;
    await knex.schema.alterTable(TABLE, (table) => {
      table.boolean(COLUMN).notNullable().defaultTo(false);
    });
  },
  down: async (knex) => {
    await dropColumns(knex, TABLE, COLUMN);
  },
};
