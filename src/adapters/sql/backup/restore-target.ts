import { migrations as allMigrations } from '../../../../migrations/index.ts';
import type { Migration } from '../../../../migrations/migration.ts';
import { RestoreRefused } from '../../../domain/backup/errors.ts';
import { type DatabaseContent, RestoreTarget, type Row, type Value } from '../../../domain/backup/ports.ts';
import type { EmbeddingJobs } from '../../../domain/retrieval/ports.ts';
import { inBatches } from '../batches.ts';
import type { Database } from '../database.ts';
import { readCatalog, type TableShape } from '../dialect/catalog.ts';
import { Migrator, MIGRATIONS_TABLE, UNFINISHED_RESTORE } from '../migrator.ts';
import { countRows } from '../sql-store.ts';
import { backupTables, NOT_BACKED_UP } from './backup-tables.ts';
import { loadChunks, loadSearchDocuments } from './load-indexed.ts';

/** The other engine may hold a text as bytes. */
const toColumn = (value: Value, isBinary: boolean): Value => {
  if (isBinary || !(value instanceof Uint8Array)) return value;
  return Buffer.from(value).toString('utf8');
};

export class SqlRestoreTarget extends RestoreTarget {
  private tables: readonly TableShape[] = [];

  constructor(
    private readonly db: Database,
    private readonly embeddingJobs: Pick<EmbeddingJobs, 'enqueueOutdated'>,
    private readonly migrations: readonly Migration[] = allMigrations,
  ) {
    super();
  }

  unknownMigrations(names: readonly string[]): readonly string[] {
    const known = new Set(this.migrations.map(({ name }) => name));
    return names.filter((name) => !known.has(name));
  }

  async inspect(): Promise<DatabaseContent> {
    const { connection } = this.db;
    const found = (await readCatalog(connection)).map(({ name }) => name);
    const marker: unknown = found.includes(MIGRATIONS_TABLE)
      ? await connection(MIGRATIONS_TABLE).where({ name: UNFINISHED_RESTORE }).first()
      : undefined;
    const tables = [];
    for (const name of found.filter((one) => !NOT_BACKED_UP.includes(one)))
      tables.push({ name, rows: await countRows(connection(name)) });
    return { isUnfinished: marker !== undefined, tables: tables.filter(({ rows }) => rows > 0) };
  }

  async begin(names: readonly string[]): Promise<void> {
    const wanted = new Set(names);
    const migrator = new Migrator(
      this.db,
      this.migrations.filter(({ name }) => wanted.has(name)),
    );
    await migrator.markRestore(); // first of all: it may be killed at any step
    await this.dropTables((name) => name !== MIGRATIONS_TABLE);
    await this.db.connection(MIGRATIONS_TABLE).whereNot({ name: UNFINISHED_RESTORE }).delete();
    await migrator.upInRestore();
    this.tables = await backupTables(this.db.connection);
    for (const { name } of this.tables.toReversed()) await this.db.connection(name).delete(); // rows of migrations
  }

  async load(tableName: string, rows: readonly Row[]): Promise<void> {
    const table = this.tables.find(({ name }) => name === tableName);
    if (!table) throw new RestoreRefused(`The archive has a table ${tableName} that its schema does not have.`);
    const converted = rows.map((row) => convert(table, row));
    await this.db.transaction(async () => {
      for (const batch of inBatches(converted)) await this.insert(table.name, batch);
    });
  }

  async finish({ reembed }: { readonly reembed: boolean }): Promise<void> {
    await new Migrator(this.db, this.migrations).upInRestore();
    // No model has this version, so every file counts as embedded by another.
    if (reembed) await this.embeddingJobs.enqueueOutdated('', Date.now());
    // Last of all: a migration of large tables takes minutes, in which it may be killed too.
    await this.db.connection(MIGRATIONS_TABLE).where({ name: UNFINISHED_RESTORE }).delete();
  }

  discard(): Promise<void> {
    return this.dropTables(() => true);
  }

  /** Children first, because of foreign keys; the migrations last, because of the mark among them. */
  private async dropTables(isDropped: (name: string) => boolean): Promise<void> {
    const { connection } = this.db;
    const own = (await backupTables(connection)).map(({ name }) => name).toReversed();
    const others = NOT_BACKED_UP.toReversed();
    for (const table of [...own, 'search_words', 'chunk_words', ...others].filter(isDropped))
      await connection.schema.dropTableIfExists(table);
  }

  private async insert(table: string, rows: readonly Row[]): Promise<void> {
    if (table === 'file_chunks') await loadChunks(this.db, rows);
    else if (table === 'search_documents') await loadSearchDocuments(this.db, rows);
    else await this.db.connection(table).insert(rows);
  }
}

/** Throws `RestoreRefused` for a column that the table does not have. */
const convert = ({ name, columns }: TableShape, row: Row): Row => {
  const known = new Map(columns.map((column) => [column.name, column.isBinary]));
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const isBinary = known.get(column);
      if (isBinary === undefined)
        throw new RestoreRefused(`The archive has a column ${name}.${column} that its schema does not have.`);
      return [column, toColumn(value, isBinary)];
    }),
  );
};
