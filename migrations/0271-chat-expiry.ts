import { dropColumns, hasIndex, type Migration } from './migration.ts';

const TABLE = 'chats';
const INDEXES = { chats_by_expiry: ['expires_at'], chats_by_use: ['used_at', 'owner_id'] };

/** When a temporary chat is deleted, and when a chat was used last. */
export const chatExpiry: Migration = {
  name: '0271-chat-expiry',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn(TABLE, 'expires_at')))
      await knex.schema.alterTable(TABLE, (table) => void table.bigInteger('expires_at').nullable());
    if (!(await knex.schema.hasColumn(TABLE, 'used_at')))
      await knex.schema.alterTable(TABLE, (table) => void table.bigInteger('used_at').notNullable().defaultTo(0));
    for (const [name, columns] of Object.entries(INDEXES))
      if (!(await hasIndex(knex, name)))
        await knex.schema.alterTable(TABLE, (table) => void table.index(columns, name));
    await knex(TABLE)
      .where({ used_at: 0 })
      .update({ used_at: knex.ref('updated_at') });
  },
  down: async (knex) => {
    for (const [name, columns] of Object.entries(INDEXES))
      await knex.schema.alterTable(TABLE, (table) => void table.dropIndex(columns, name));
    await dropColumns(knex, TABLE, 'expires_at', 'used_at');
  },
};
