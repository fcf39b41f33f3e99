export interface SqliteStatement {
  columns(): readonly unknown[];
  all(...values: readonly unknown[]): readonly Record<string, unknown>[];
  run(...values: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

export interface SqliteHandle {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** Opens a file (or `:memory:`), creating it when it does not exist. */
export type SqliteEngine = (file: string) => SqliteHandle;

type Constructor = new (file: string, options: object) => SqliteHandle;

const OPTIONS = { enableForeignKeyConstraints: true, timeout: 5000 };

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

/** One engine per process: two builds of SQLite on one file can damage it. */
export const sqliteEngine = async (): Promise<SqliteEngine> => {
  const Engine = builtIn() ?? (await bundled());
  return (file) => new Engine(file, OPTIONS);
};
