import { createRequire } from 'node:module';

export interface SqliteStatement {
  columns(): readonly unknown[];
  all<Row extends object = Record<string, unknown>>(...values: readonly unknown[]): readonly Row[];
  run(...values: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

export interface SqliteHandle {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
  enableLoadExtension(allow: boolean): void;
  loadExtension(path: string): void;
}

/** Opens a file (or `:memory:`), creating it when it does not exist. */
export type SqliteEngine = (file: string) => SqliteHandle;

type Constructor = new (file: string, options: object) => SqliteHandle;

// A wait inside of SQLite stands the whole process: whoever meets a lock comes again instead (see patience.ts).
const OPTIONS = { enableForeignKeyConstraints: true, timeout: 0, allowExtension: true };

const isConstructor = (value: unknown): value is Constructor => typeof value === 'function';

/** Node's own engine from 22.13 on. Later lines rename the class; Node 22 warns that it is experimental, which no operator can act on. */
const builtIn = (): Constructor | undefined => {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    const found = new Map<string, unknown>(Object.entries(process.getBuiltinModule('node:sqlite') ?? {}));
    const Engine = found.get('DatabaseSync') ?? found.get('Database');
    return isConstructor(Engine) ? Engine : undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
};

const bundled = async (): Promise<Constructor> => {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  if (!isConstructor(DatabaseSync)) throw new Error('@photostructure/sqlite does not offer DatabaseSync.');
  return DatabaseSync;
};

let comparesVectors = false;

/** Whether this process's engine has `vec_distance_cosine`: sqlite-vec comes for some platforms only. */
export const canCompareVectors = (): boolean => comparesVectors;

const extensionPath = (): string | undefined => {
  try {
    const found: { getLoadablePath(): string } = createRequire(import.meta.url)('sqlite-vec');
    return found.getLoadablePath();
  } catch {
    return undefined;
  }
};

/** Loading is allowed for the moment of this one file, and never to what is said in SQL. */
const extend = (handle: SqliteHandle, path: string | undefined): SqliteHandle => {
  try {
    handle.enableLoadExtension(path !== undefined);
    if (path !== undefined) handle.loadExtension(path);
    comparesVectors = path !== undefined;
  } catch {
    comparesVectors = false; // vectors are then compared by a scan in JavaScript
  }
  handle.enableLoadExtension(false);
  return handle;
};

/** One engine per process: two builds of SQLite on one file can damage it. */
export const sqliteEngine = async (): Promise<SqliteEngine> => {
  const Engine = builtIn() ?? (await bundled());
  const path = extensionPath();
  return (file) => extend(new Engine(file, OPTIONS), path);
};
