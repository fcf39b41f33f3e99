import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

import { Database } from '../../src/adapters/sql/database.ts';
import { Migrator } from '../../src/adapters/sql/migrator.ts';

const migrate = async (url: string): Promise<void> => {
  const database = await Database.open(url);
  await new Migrator(database).up();
  await database.close();
};

/** A folder of this test run (test/support/global-setup.js). Without one each database runs all migrations. */
const folder = (): string | undefined => process.env['PARLEY_TEST_TEMPLATES'];

/** Several workers may write it at once: each writes a file of its own first. */
const publish = (path: string, write: (own: string) => void): void => {
  const own = `${path}.${process.pid}`;
  write(own);
  renameSync(own, path);
};

/** Makes the new SQLite database at `path` a migrated one. */
export const fillSqlite = async (path: string): Promise<void> => {
  const parent = folder();
  const template = parent === undefined ? undefined : join(parent, 'template.db');
  if (template !== undefined && existsSync(template)) return copyFileSync(template, path);
  await migrate(`sqlite:${path}`);
  if (template !== undefined) publish(template, (own) => copyFileSync(path, own));
};

interface TableCopy {
  readonly name: string;
  readonly create: string;
  readonly rows: readonly (readonly unknown[])[];
}

const readTables = async (connection: Connection): Promise<TableCopy[]> => {
  const [tables] = await connection.query<RowDataPacket[][]>({ sql: 'SHOW TABLES', rowsAsArray: true });
  const copies: TableCopy[] = [];
  for (const [name] of tables) {
    const [[created]] = await connection.query<RowDataPacket[]>('SHOW CREATE TABLE ??', [name]);
    const [rows] = await connection.query<RowDataPacket[][]>({ sql: 'SELECT * FROM ??', rowsAsArray: true }, [name]);
    const create = String(created?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, '');
    copies.push({ name: String(name), create, rows });
  }
  return copies;
};

const writeTables = async (connection: Connection, tables: readonly TableCopy[]): Promise<void> => {
  const creates = tables.map(({ create }) => create).join(';\n');
  await connection.query(`SET FOREIGN_KEY_CHECKS = 0;\n${creates};\nSET FOREIGN_KEY_CHECKS = 1`);
  for (const { name, rows } of tables)
    if (rows.length > 0) await connection.query('INSERT INTO ?? VALUES ?', [name, rows]);
};

const onConnection = async <T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> => {
  const connection = await createConnection({ uri: url, multipleStatements: true, dateStrings: true });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
};

/** Makes the empty MySQL or MariaDB database at `url` a migrated one. */
export const fillMysql = async (url: string): Promise<void> => {
  const parent = folder();
  const template = parent === undefined ? undefined : join(parent, 'template.json');
  if (template !== undefined && existsSync(template)) {
    const tables: readonly TableCopy[] = JSON.parse(readFileSync(template, 'utf8'));
    return onConnection(url, (connection) => writeTables(connection, tables));
  }
  await migrate(url);
  if (template === undefined) return;
  const tables = await onConnection(url, readTables);
  publish(template, (own) => writeFileSync(own, JSON.stringify(tables)));
};
