import { createRequire } from 'node:module';

export interface SqliteStatement {
  columns(): readonly unknown[];
  all<Row extends object = Record<string, unknown>>(...values: readonly unknown[]): readonly Row[];
  setReadBigInts(enabled: boolean): void;
  run(...values: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

export interface SqliteHandle {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
  enableLoadExtension(allow: boolean): void;
  loadExtension(path: string): void;
}

/** Opens a file (or `:memory:`), creating it if needed. */
export type SqliteEngine = (file: string) => SqliteHandle;

type Constructor = new (file: string, options: object) => SqliteHandle;

// SQLite's own busy wait blocks the process: transactions retry instead (see retry-policy.ts).
const ENGINE_OPTIONS = { enableForeignKeyConstraints: true, timeout: 0, allowExtension: true };

const isConstructor = (value: unknown): value is Constructor => typeof value === 'function';

/**
 * Node's own engine from 22.13 on. Later lines rename the class; Node 22 warns that it is experimental, which no
 * operator can act on.
 */
const findBuiltInEngine = (): Constructor | undefined => {
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

const loadBundledEngine = async (): Promise<Constructor> => {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  if (!isConstructor(DatabaseSync)) throw new Error('@photostructure/sqlite does not offer DatabaseSync.');
  return DatabaseSync;
};

let hasVectorExtension = false;

/** Whether this engine has `vec_distance_cosine`: sqlite-vec exists for some platforms only. */
export const canCompareVectors = (): boolean => hasVectorExtension;

const extensionPath = (): string | undefined => {
  try {
    const found: { getLoadablePath(): string } = createRequire(import.meta.url)('sqlite-vec');
    return found.getLoadablePath();
  } catch {
    return undefined;
  }
};

/** Extension loading is enabled for this one file only, never for SQL. */
const loadVectorExtension = (handle: SqliteHandle, path: string | undefined): SqliteHandle => {
  try {
    handle.enableLoadExtension(path !== undefined);
    if (path !== undefined) handle.loadExtension(path);
    hasVectorExtension = path !== undefined;
  } catch {
    hasVectorExtension = false; // vectors are then compared in JavaScript
  }
  handle.enableLoadExtension(false);
  return handle;
};

/** One engine per process: two builds of SQLite on one file can corrupt it. */
export const loadSqliteEngine = async (): Promise<SqliteEngine> => {
  const Engine = findBuiltInEngine() ?? (await loadBundledEngine());
  const path = extensionPath();
  return (file) => loadVectorExtension(new Engine(file, ENGINE_OPTIONS), path);
};
