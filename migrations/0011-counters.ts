import { createTable, type Migration } from './migration.ts';

export const counters: Migration = {
  name: '0011-counters',
  up: (knex) =>
    createTable(knex, 'counters', (table) => {
      table.string('subject', 191).notNullable();
      table.string('period', 40).notNullable();
      table.integer('used').unsigned().notNullable();
      table.bigInteger('touched_at').notNullable();
      table.primary(['subject', 'period']);
      table.index(['touched_at'], 'counters_by_touch');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('counters');
  },
};
