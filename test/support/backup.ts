import type { Database } from '../../src/adapters/sql/database.ts';
import { parentsFirst, readCatalog } from '../../src/adapters/sql/dialect/catalog.ts';

interface Column {
  readonly type: string;
}

const TEXT = 'größer 😀 "quoted"\n\ttext \\ of';

/** A row's value in a column. Foreign keys fit, because every short text of row 7 is `v7`. */
const valueOf = (name: string, { type }: Column, row: number): string | number | Buffer => {
  if (name === 'words') return 'x';
  if (/blob/.test(type)) return Buffer.from([0, 255, 10, row % 256, Math.floor(row / 256)]);
  if (/bool|tinyint/.test(type)) return row % 2;
  if (/int|double|float|real|decimal/.test(type)) return row;
  return /text/.test(type) ? `${TEXT} v${row}` : `v${row}`;
};

/** Fills every table that a backup has with `count` rows. */
export const fillTables = async (db: Database, count: number): Promise<void> => {
  const locks = ['chores', 'schema_lease', 'schema_migrations'];
  for (const { name, columns } of parentsFirst(await readCatalog(db.connection))) {
    if (locks.includes(name)) continue;
    const types: Record<string, Column> = await db.connection(name).columnInfo();
    const rows = Array.from({ length: count }, (_, index) =>
      Object.fromEntries(
        columns.map((column) => [column.name, valueOf(column.name, types[column.name] ?? { type: '' }, index + 1)]),
      ),
    );
    for (let at = 0; at < rows.length; at += 100) await db.connection(name).insert(rows.slice(at, at + 100));
  }
};

const comparable = (name: string, value: unknown): unknown => {
  if (!(value instanceof Uint8Array)) return value;
  return Buffer.from(value).toString(name === 'search_text' ? 'utf8' : 'hex'); // MySQL compares its bytes
};

/** The rows of a table in a form that both engines share, without what an index numbers by itself. */
export const tableRows = async ({ connection }: Database, table: string): Promise<readonly string[]> => {
  const own = table === 'search_documents' ? ['id', 'words'] : ['words'];
  const rows: object[] = await connection(table);
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => !own.includes(name))
          .map(([name, value]) => [name, comparable(name, value)])
          .sort(),
      ),
    )
    .sort();
};
