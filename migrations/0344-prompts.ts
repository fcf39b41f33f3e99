import { createTable, type Migration } from './migration.ts';

/**
 * Saved prompts: of accounts, and with `library` `*` those that admins publish. `command_key` is the command in small
 * letters, unique in its library; `length` is that of the text in UTF-16 code units.
 */
export const prompts: Migration = {
  name: '0344-prompts',
  up: (knex) =>
    createTable(knex, 'prompts', (table) => {
      table.string('id', 36).primary();
      table.string('owner_uid', 64).nullable().references('users.uid').onDelete('CASCADE');
      table.string('library', 64).notNullable();
      table.string('command', 40).notNullable();
      table.string('command_key', 191).notNullable();
      table.string('title', 120).notNullable();
      table.string('description', 300).notNullable();
      table.text('text', 'mediumtext').notNullable();
      table.integer('length').notNullable();
      table.integer('revision').notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('updated_at').notNullable();
      table.unique(['library', 'command_key'], { indexName: 'prompts_by_command' });
      table.index(['owner_uid'], 'prompts_by_owner');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('prompts');
  },
};
