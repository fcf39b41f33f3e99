import { dropColumns, type Migration } from './migration.ts';

const TABLE = 'chats';

/** When a temporary chat is deleted, and when a chat was used last. */
export const chatExpiry: Migration = {
  name: '0271-chat-expiry',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn(TABLE, 'expires_at')))
      await knex.schema.alterTable(TABLE, (table) => {
        table.bigInteger('expires_at').nullable();
        table.index(['expires_at'], 'chats_by_expiry');
      });
    if (!(await knex.schema.hasColumn(TABLE, 'used_at')))
      await knex.schema.alterTable(TABLE, (table) => {
        table.bigInteger('used_at').notNullable().defaultTo(0);
        table.index(['used_at', 'owner_id'], 'chats_by_use');
      });
    await knex(TABLE)
      .where({ used_at: 0 })
      .update({ used_at: knex.ref('updated_at') });
  },
  down: async (knex) => {
    await knex.schema.alterTable(TABLE, (table) => {
      table.dropIndex(['expires_at'], 'chats_by_expiry');
      table.dropIndex(['used_at', 'owner_id'], 'chats_by_use');
    });
    await dropColumns(knex, TABLE, 'expires_at', 'used_at');
  },
};
