import { createTable, type Migration } from './migration.ts';

/** The ledger aggregated by UTC day: per model, the active users, and each user's last day. */
export const usageDays: Migration = {
  name: '0068-usage-days',
  up: async (knex) => {
    await createTable(knex, 'usage_days', (table) => {
      table.string('day', 10).notNullable();
      table.string('model', 255).notNullable();
      for (const name of [
        'messages',
        'input_tokens',
        'output_tokens',
        'cost_micro_usd',
        'priced_calls',
        'errors',
        'limit_hits',
      ]) {
        table.bigInteger(name).notNullable().defaultTo(0);
      }
      table.primary(['day', 'model']);
    });
    await createTable(knex, 'usage_people', (table) => {
      table.string('day', 10).notNullable();
      table.string('owner', 128).notNullable();
      table.primary(['day', 'owner']);
      table.index(['owner'], 'usage_people_by_owner');
    });
    await createTable(knex, 'usage_last_days', (table) => {
      table.string('owner', 128).primary();
      table.string('day', 10).notNullable();
      table.index(['day'], 'usage_last_days_by_day');
    });
    await createTable(knex, 'usage_people_days', (table) => {
      table.string('day', 10).primary();
      table.bigInteger('people').notNullable();
    });
  },
  down: async (knex) => {
    for (const name of ['usage_people_days', 'usage_last_days', 'usage_people', 'usage_days'])
      await knex.schema.dropTable(name);
  },
};
