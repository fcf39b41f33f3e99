import type { Knex } from 'knex';

/** One step of the schema. `up` may run again when an earlier attempt was interrupted before the step was recorded. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

/** MySQL would treat ids that differ in case or accent as equal; SQLite never does. */
export const compareBytes = (knex: Knex, table: Knex.CreateTableBuilder): void => {
  if (knex.client.dialect !== 'mysql') return;
  table.engine('InnoDB');
  table.charset('utf8mb4');
  table.collate('utf8mb4_bin');
};

type Build = (table: Knex.CreateTableBuilder) => void;

/**
 * Creates tables whose text columns compare byte by byte on MySQL too (ids must not match by case or accent), parents
 * before those that refer to them. Tables of an interrupted attempt are recreated, because MySQL cannot roll back DDL
 * and makes keys and indexes after the table; one with rows is refused.
 */
export const createTables = async (knex: Knex, tables: readonly (readonly [string, Build])[]): Promise<void> => {
  for (const [name] of tables.toReversed()) await dropEmpty(knex, name);
  for (const [name, build] of tables)
    await knex.schema.createTable(name, (table) => {
      compareBytes(knex, table);
      build(table);
    });
};

const dropEmpty = async (knex: Knex, name: string): Promise<void> => {
  if (!(await knex.schema.hasTable(name))) return;
  const row: unknown = await knex(name).first();
  if (row !== undefined) throw new Error(`Table ${name} already holds data although its migration was never recorded.`);
  await knex.schema.dropTable(name);
};

/** For a step that makes one table, or tables that do not refer to each other. */
export const createTable = (knex: Knex, name: string, build: Build): Promise<void> =>
  createTables(knex, [[name, build]]);

/** For steps that may run again: MySQL may have made a column without its index. Names are unique in the schema. */
export const hasIndex = async (knex: Knex, name: string): Promise<boolean> => {
  const found: unknown = isSqlite(knex)
    ? await knex('sqlite_master').where({ type: 'index', name }).first('name')
    : await knex('information_schema.statistics')
        .whereRaw('table_schema = DATABASE()')
        .where({ index_name: name })
        .first('index_name');
  return found !== undefined;
};

export const isSqlite = (knex: Knex): boolean => knex.client.dialect === 'sqlite3';

export const runAll = async (knex: Knex, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await knex.raw(statement);
};

/**
 * By the engine itself: the schema builder would make the table anew on SQLite, and dropping the old one deletes the
 * rows of others that refer to it.
 */
export const dropColumns = (knex: Knex, table: string, ...columns: readonly string[]): Promise<void> =>
  runAll(
    knex,
    columns.map((column) => knex.raw('ALTER TABLE ?? DROP COLUMN ??', [table, column]).toQuery()),
  );
