import { createTable, type Migration } from './migration.ts';

const TABLE = 'tool_calls';

/** The ledger of tool calls. Its lines stay when their account is deleted, without it. */
export const toolCalls: Migration = {
  name: '0332-tool-calls',
  up: async (knex) => {
    await createTable(knex, TABLE, (table) => {
      table.string('id', 64).primary();
      table.string('owner', 80).notNullable();
      table.string('reply_id', 64).notNullable();
      table.string('server_id', 64).notNullable();
      table.string('tool', 200).notNullable();
      table.string('outcome', 16).notNullable();
      table.integer('ms').notNullable();
      table.bigInteger('at').notNullable();
      table.index(['owner', 'at', 'id'], 'tool_calls_by_owner');
    });
  },
  down: (knex) => knex.schema.dropTable(TABLE),
};
