import type { Knex } from 'knex';

import { createTable, hasIndex, isSqlite, type Migration } from './migration.ts';

/** Tables whose owner was an account until now; `files` first, because others refer to it. */
const OWNED = ['files', 'file_use', 'file_chunks', 'chunk_vectors', 'vector_blocks'] as const;
/** Made last: with it the table is whole, and may already have rows of an interrupted attempt. */
const LAST_OF_OWNERS = 'file_owners_by_group';
/** They refer to `files` and would lose their rows while it is made anew on SQLite. Parents first. */
const DEPENDENTS = ['scans', 'scan_pages'] as const;

interface Reference {
  readonly table: string;
  readonly column: string;
}

const ACCOUNTS: Reference = { table: 'users', column: 'uid' };
const OWNERS: Reference = { table: 'file_owners', column: 'id' };

/**
 * SQLite cannot change a foreign key: the table is made anew, with the same row ids, by which the index finds chunks.
 */
const rebuildOnSqlite = async (knex: Knex, name: string, from: Reference, to: Reference): Promise<void> => {
  const parts: { type: string; name: string; sql: string }[] = await knex('sqlite_master')
    .where({ tbl_name: name })
    .whereNotNull('sql')
    .select('type', 'name', 'sql');
  const table = parts.find(({ type }) => type === 'table');
  const reference = new RegExp(`references \`${from.table}\`\\s*\\(\`${from.column}\`\\)`, 'gi');
  if (!table || !reference.test(table.sql)) return;
  const remade = `remade_${name}`;
  await knex.raw(
    table.sql
      .replace(/^CREATE TABLE ["`]?\w+["`]?/i, `CREATE TABLE \`${remade}\``)
      .replace(reference, `references \`${to.table}\`(\`${to.column}\`)`),
  );
  await knex.raw(`INSERT INTO \`${remade}\` SELECT * FROM \`${name}\``);
  await knex.raw(`DROP TABLE \`${name}\``);
  await knex.raw(`ALTER TABLE \`${remade}\` RENAME TO \`${name}\``);
  for (const { type, sql } of parts) if (type !== 'table') await knex.raw(sql);
};

const referOnSqlite = async (knex: Knex, from: Reference, to: Reference): Promise<void> => {
  for (const name of DEPENDENTS) await knex.raw(`CREATE TEMP TABLE kept_${name} AS SELECT * FROM main.${name}`);
  for (const name of OWNED) await rebuildOnSqlite(knex, name, from, to);
  for (const name of DEPENDENTS) {
    await knex.raw(`INSERT OR IGNORE INTO main.${name} SELECT * FROM temp.kept_${name}`);
    await knex.raw(`DROP TABLE temp.kept_${name}`);
  }
};

/** Each table by itself, so that an interrupted attempt goes on where it was. */
const referOnMysql = async (knex: Knex, to: Reference): Promise<void> => {
  for (const name of OWNED) {
    const keys: { constraint_name: string; parent: string }[] = await knex('information_schema.key_column_usage')
      .whereRaw('table_schema = DATABASE()')
      .where({ table_name: name, column_name: 'owner_id' })
      .whereNotNull('referenced_table_name')
      .select({ constraint_name: 'constraint_name', parent: 'referenced_table_name' });
    for (const { constraint_name: key, parent } of keys)
      if (parent !== to.table) await knex.raw('ALTER TABLE ?? DROP FOREIGN KEY ??', [name, key]);
    if (keys.some(({ parent }) => parent === to.table)) continue;
    const names = [name, `${name}_${to.table}`, 'owner_id', to.table, to.column];
    await knex.raw('ALTER TABLE ?? ADD CONSTRAINT ?? FOREIGN KEY (??) REFERENCES ?? (??) ON DELETE CASCADE', names);
  }
};

const refer = (knex: Knex, from: Reference, to: Reference): Promise<void> =>
  isSqlite(knex) ? referOnSqlite(knex, from, to) : referOnMysql(knex, to);

/**
 * Files belong to an account or to a group. What a group's files were quoted to is noted by account, so that the quotes
 * go when the account may no longer read the file.
 */
export const groupFiles: Migration = {
  name: '0312-group-files',
  up: async (knex) => {
    if (!(await hasIndex(knex, LAST_OF_OWNERS)))
      await createTable(knex, 'file_owners', (table) => {
        table.string('id', 64).primary();
        table.string('uid', 64).nullable().references('users.uid').onDelete('CASCADE');
        table.string('group_id', 36).nullable().references('user_groups.id').onDelete('CASCADE');
        table.index(['uid'], 'file_owners_by_uid');
        table.index(['group_id'], LAST_OF_OWNERS);
      });
    for (const name of OWNED)
      await knex.raw(
        'INSERT INTO file_owners (id, uid) SELECT DISTINCT owner_id, owner_id FROM ?? ' +
          'WHERE owner_id NOT IN (SELECT id FROM file_owners)',
        [name],
      );
    await refer(knex, ACCOUNTS, OWNERS);
    await createTable(knex, 'group_file_readers', (table) => {
      table.string('file_id', 64).notNullable();
      table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.string('owner_id', 64).notNullable();
      table.boolean('is_lost').notNullable();
      table.primary(['file_id', 'uid']);
      table.index(['uid', 'owner_id'], 'group_file_readers_by_uid');
      table.index(['is_lost'], 'group_file_readers_lost');
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('group_file_readers');
    for (const name of OWNED)
      await knex(name).whereIn('owner_id', knex('file_owners').whereNull('uid').select('id')).delete();
    await refer(knex, OWNERS, ACCOUNTS);
    await knex.schema.dropTable('file_owners');
  },
};
