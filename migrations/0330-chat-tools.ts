import { dropColumns, type Migration } from './migration.ts';

const [TABLE, COLUMN] = ['chats', 'tool_servers'] as const;
/** Eight ids as JSON. */
const LENGTH = 600;

/** The servers whose tools are on in a chat. */
export const chatTools: Migration = {
  name: '0330-chat-tools',
  up: async (knex) => {
    if (await knex.schema.hasColumn(TABLE, COLUMN)) return;
    await knex.schema.alterTable(TABLE, (table) => void table.string(COLUMN, LENGTH).notNullable().defaultTo('[]'));
  },
  down: (knex) => dropColumns(knex, TABLE, COLUMN),
};
