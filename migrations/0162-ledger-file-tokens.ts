import { dropColumns, type Migration } from './migration.ts';

const TABLES = ['ledger', 'usage_days'] as const;

/** About how many of the input tokens are text of files. */
export const ledgerFileTokens: Migration = {
  name: '0162-ledger-file-tokens',
  up: async (knex) => {
    for (const name of TABLES)
      if (!(await knex.schema.hasColumn(name, 'file_tokens')))
        await knex.schema.alterTable(name, (table) => {
          table.bigInteger('file_tokens').notNullable().defaultTo(0);
        });
  },
  down: async (knex) => {
    for (const name of TABLES) await dropColumns(knex, name, 'file_tokens');
  },
};
