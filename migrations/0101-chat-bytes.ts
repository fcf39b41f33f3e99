import type { Knex } from 'knex';

import { createTable, type Migration } from './migration.ts';

/** What each message counts besides its text: ids, timestamps and index entries. */
const MESSAGE_BYTES = 256;

const BATCH = 200;

const addBytes = async (knex: Knex): Promise<void> => {
  if (await knex.schema.hasColumn('chats', 'bytes')) return; // of an interrupted attempt
  await knex.schema.alterTable('chats', (table) => void table.bigInteger('bytes').notNullable().defaultTo(0));
};

/** Sum of the columns' bytes; null counts nothing. */
const lengths = (columns: readonly string[]): string =>
  columns.map((column) => `COALESCE(OCTET_LENGTH(${column}), 0)`).join(' + ');

/** A few chats at a time, so that no statement runs for minutes. */
const fill = async (knex: Knex): Promise<void> => {
  const own = lengths(['title', 'sources', 'images', 'related_questions']);
  const theirs =
    `SELECT COALESCE(SUM(${MESSAGE_BYTES} + ${lengths(['content', 'details'])}), 0) FROM messages ` +
    'WHERE messages.chat_key = chats.chat_key';
  for (let last = ''; ;) {
    const keys: string[] = await knex('chats')
      .where('chat_key', '>', last)
      .orderBy('chat_key')
      .limit(BATCH)
      .pluck('chat_key');
    if (keys.length === 0) return;
    await knex('chats')
      .whereIn('chat_key', keys)
      .update({ bytes: knex.raw(`${own} + (${theirs})`) });
    last = keys.at(-1) ?? '';
  }
};

/** Sizes of chats, and chats and bytes per account: quotas read them with every message. */
export const chatBytes: Migration = {
  name: '0101-chat-bytes',
  up: async (knex) => {
    await addBytes(knex);
    await fill(knex);
    if (await knex.schema.hasTable('chat_usage')) await knex('chat_usage').delete();
    await createTable(knex, 'chat_usage', (table) => {
      table.string('owner_id', 64).primary().references('users.uid').onDelete('CASCADE');
      table.bigInteger('chats').notNullable();
      table.bigInteger('bytes').notNullable();
    });
    const sums = knex('chats').groupBy('owner_id').select('owner_id', knex.raw('COUNT(*)'), knex.raw('SUM(bytes)'));
    await knex(knex.raw('?? (??, ??, ??)', ['chat_usage', 'owner_id', 'chats', 'bytes'])).insert(sums);
  },
  down: async (knex) => {
    await knex.schema.dropTable('chat_usage');
    // Not by Knex: on SQLite it would rebuild the table, and the foreign keys would delete the messages.
    await knex.raw('ALTER TABLE chats DROP COLUMN bytes');
  },
};
