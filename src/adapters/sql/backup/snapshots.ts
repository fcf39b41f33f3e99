import type { Knex } from 'knex';

import { isSqlite } from '../../../../migrations/migration.ts';
import { type Row, type Snapshot, Snapshots, type Value } from '../../../domain/backup/ports.ts';
import { DatabaseError } from '../database-url.ts';
import type { Database } from '../database.ts';
import type { TableShape } from '../dialect/catalog.ts';
import { MIGRATIONS_TABLE, UNFINISHED_RESTORE } from '../migrator.ts';
import { backupTables } from './backup-tables.ts';

const FIRST_PAGE = 20;
const MAX_PAGE = 500;
/** Bytes of a page; only rows that suddenly are much larger than those before make one larger. */
const PAGE_BYTES = 2 * 1024 * 1024;

const sizeOf = (value: Value): number => (typeof value === 'number' || value === null ? 8 : value.length);

const bytesOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + Object.values(row).reduce<number>((all, value) => all + sizeOf(value), 0), 0);

const nextPageSize = (rows: readonly Row[]): number =>
  Math.max(1, Math.min(MAX_PAGE, Math.floor((PAGE_BYTES * rows.length) / Math.max(1, bytesOf(rows)))));

/** No key has bytes or null. */
const keyValue = (row: Row, column: string): string | number => {
  const value = row[column];
  return typeof value === 'number' ? value : String(value);
};

/**
 * Rows after a key. SQLite seeks by a row value. MySQL seeks by alternatives only, each of which is a range of the
 * index: a row value would scan it from the start for every page.
 */
const afterKey = (query: Knex.QueryBuilder, key: readonly string[], last: Row, isRowValue: boolean): void => {
  const values = key.map((column) => keyValue(last, column));
  const places = key.map(() => '?').join(', ');
  if (isRowValue) void query.whereRaw(`(${key.map(() => '??').join(', ')}) > (${places})`, [...key, ...values]);
  else {
    void query.where((any) => {
      for (const [at, column] of key.entries()) {
        const same = Object.fromEntries(key.slice(0, at).map((name, index) => [name, values[index]]));
        void any.orWhere((one) => void one.where(same).where(column, '>', values[at] ?? ''));
      }
    });
  }
};

async function* readRows(connection: Knex, { name, columns, key }: TableShape): AsyncGenerator<readonly Row[]> {
  if (key.length === 0) throw new Error(`Table ${name} has no primary key, so it cannot be backed up.`);
  const names = columns.map((column) => column.name);
  let last: Row | undefined;
  for (let limit = FIRST_PAGE; ;) {
    const query = connection(name)
      .select(names)
      .orderBy([...key])
      .limit(limit);
    if (last) afterKey(query, key, last, isSqlite(connection));
    const rows: Row[] = await query;
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
    limit = nextPageSize(rows);
  }
}

async function* readHashes(connection: Knex): AsyncGenerator<readonly string[]> {
  for (let last = ''; ;) {
    const hashes: string[] = await connection('files')
      .distinct('hash')
      .where('hash', '>', last)
      .orderBy('hash')
      .limit(MAX_PAGE)
      .pluck('hash');
    if (hashes.length === 0) return;
    yield hashes;
    last = hashes.at(-1) ?? '';
  }
}

const toSnapshot = async (connection: Knex): Promise<Snapshot> => {
  const migrations: string[] = await connection(MIGRATIONS_TABLE).orderBy('name').pluck('name');
  const tables = await backupTables(connection);
  return {
    engine: isSqlite(connection) ? 'sqlite' : 'mysql',
    migrations,
    tables: tables.map(({ name }) => name),
    rows: (name) => {
      const table = tables.find((one) => one.name === name);
      if (!table) throw new Error(`There is no table ${name}.`);
      return readRows(connection, table);
    },
    fileHashes: () => readHashes(connection),
  };
};

export class SqlSnapshots extends Snapshots {
  constructor(private readonly db: Database) {
    super();
  }

  /** Throws `DatabaseError` where an archive would be one of nothing, and take the place of a good one. */
  async take<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    await this.requireContent();
    return this.db.dialect.withSnapshot(async (connection) => work(await toSnapshot(connection)));
  }

  private async requireContent(): Promise<void> {
    const { connection } = this.db;
    if (!(await connection.schema.hasTable(MIGRATIONS_TABLE)))
      throw new DatabaseError('There is nothing to back up: the database has no tables of Parley. Check DATABASE_URL.');
    const marker: unknown = await connection(MIGRATIONS_TABLE).where({ name: UNFINISHED_RESTORE }).first();
    if (marker !== undefined)
      throw new DatabaseError('A restore into this database did not finish, so there is nothing to back up.');
  }
}
