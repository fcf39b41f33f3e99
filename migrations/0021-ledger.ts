import { createTable, type Migration } from './migration.ts';

export const ledger: Migration = {
  name: '0021-ledger',
  up: (knex) =>
    createTable(knex, 'ledger', (table) => {
      table.string('id', 64).primary();
      table.string('owner', 128).notNullable();
      table.string('purpose', 40).notNullable();
      table.string('model', 255).notNullable();
      table.string('provider', 64).nullable();
      table.integer('input_tokens').unsigned().notNullable();
      table.integer('output_tokens').unsigned().notNullable();
      table.boolean('estimated').notNullable();
      table.bigInteger('cost_micro_usd').nullable();
      table.string('status', 20).notNullable();
      table.bigInteger('at').notNullable();
      table.string('day', 10).notNullable();
      table.index(['day', 'model'], 'ledger_by_day');
      table.index(['owner', 'at'], 'ledger_by_owner');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('ledger');
  },
};
