import { dropColumns, type Migration } from './migration.ts';

/** About the tokens of a file's text; null until it is first read. */
export const fileTextTokens: Migration = {
  name: '0161-file-text-tokens',
  up: async (knex) => {
    if (await knex.schema.hasColumn('files', 'text_tokens')) return;
    await knex.schema.alterTable('files', (table) => {
      table.integer('text_tokens').unsigned().nullable();
    });
  },
  down: async (knex) => {
    await dropColumns(knex, 'files', 'text_tokens');
  },
};
