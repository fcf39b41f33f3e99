import { createTable, type Migration } from './migration.ts';

/** Storage used per account; a conditional update reserves from it. */
export const fileUse: Migration = {
  name: '0051-file-use',
  up: (knex) =>
    createTable(knex, 'file_use', (table) => {
      table.string('owner_id', 64).primary().references('users.uid').onDelete('CASCADE');
      table.integer('files').unsigned().notNullable();
      table.bigInteger('bytes').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('file_use');
  },
};
