import { createTable, type Migration } from './migration.ts';

/** Custom instructions: at most one text per account, deleted with it. */
export const ownInstructions: Migration = {
  name: '0075-own-instructions',
  up: (knex) =>
    createTable(knex, 'own_instructions', (table) => {
      table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
      table.text('text', 'mediumtext').notNullable();
      table.bigInteger('updated_at').notNullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('own_instructions');
  },
};
