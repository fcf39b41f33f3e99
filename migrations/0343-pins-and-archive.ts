import { dropColumns, hasIndex, type Migration } from './migration.ts';

const TABLE = 'chats';
/**
 * Lists, of those that are archived or of the others, the newest first; and the pinned ones by when they were pinned.
 */
const INDEXES = {
  chats_by_owner_and_place: ['owner_id', 'archived', 'updated_at', 'chat_key'],
  chats_by_pin: ['owner_id', 'pinned_at'],
};
/** It was for lists of all chats. */
const REPLACED = { name: 'chats_by_owner_newest', columns: ['owner_id', 'updated_at', 'chat_key'] };

/** When a chat was pinned, and whether it is archived. */
export const pinsAndArchive: Migration = {
  name: '0343-pins-and-archive',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn(TABLE, 'pinned_at')))
      await knex.schema.alterTable(TABLE, (table) => void table.bigInteger('pinned_at').nullable());
    if (!(await knex.schema.hasColumn(TABLE, 'archived')))
      await knex.schema.alterTable(TABLE, (table) => void table.boolean('archived').notNullable().defaultTo(false));
    for (const [name, columns] of Object.entries(INDEXES))
      if (!(await hasIndex(knex, name)))
        await knex.schema.alterTable(TABLE, (table) => void table.index(columns, name));
    if (await hasIndex(knex, REPLACED.name))
      await knex.schema.alterTable(TABLE, (table) => void table.dropIndex(REPLACED.columns, REPLACED.name));
  },
  down: async (knex) => {
    await knex.schema.alterTable(TABLE, (table) => void table.index(REPLACED.columns, REPLACED.name));
    for (const [name, columns] of Object.entries(INDEXES))
      await knex.schema.alterTable(TABLE, (table) => void table.dropIndex(columns, name));
    await dropColumns(knex, TABLE, 'pinned_at', 'archived');
  },
};
