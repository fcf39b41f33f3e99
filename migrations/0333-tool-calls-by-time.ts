import { hasIndex, type Migration } from './migration.ts';

const NAME = 'tool_calls_by_time';

/** For the export, which reads the ledger of tool calls from a time on. */
export const toolCallsByTime: Migration = {
  name: '0333-tool-calls-by-time',
  up: async (knex) => {
    if (await hasIndex(knex, NAME)) return; // of an interrupted attempt
    await knex.schema.alterTable('tool_calls', (table) => table.index(['at', 'id'], NAME));
  },
  down: (knex) => knex.schema.alterTable('tool_calls', (table) => table.dropIndex([], NAME)),
};
