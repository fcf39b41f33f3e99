import type { Migration } from './migration.ts';

/**
 * On MySQL the user search compares bytes instead of characters: without a collation a scan of all accounts costs half.
 * SQLite compares bytes anyway.
 */
export const peopleSearchBytes: Migration = {
  name: '0076-people-search-bytes',
  up: async (knex) => {
    if (knex.client.dialect === 'mysql')
      await knex.raw("ALTER TABLE users MODIFY search_text VARBINARY(2320) NOT NULL DEFAULT ''");
  },
  down: async (knex) => {
    if (knex.client.dialect !== 'mysql') return;
    await knex.raw(
      "ALTER TABLE users MODIFY search_text VARCHAR(580) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT ''",
    );
  },
};
