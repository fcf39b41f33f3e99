import { createRequire } from 'node:module';
import { types } from 'node:util';
import type { Knex } from 'knex';

import type { Answer } from './dialect.ts';
import type { SqliteEngine, SqliteHandle, SqliteStatement } from './sqlite-engine.ts';

const BetterSqliteClient: typeof Knex.Client = createRequire(import.meta.url)('knex/lib/dialects/better-sqlite3/index.js');

/** What knex hands over to run, and where it looks for the outcome. */
interface Query {
  sql: string;
  bindings?: readonly unknown[];
  response?: unknown;
  context?: { lastID: number; changes: number };
}

interface Prepared {
  readonly statement: SqliteStatement;
  readonly answersRows: boolean;
}

/** The extended result code: Node's own engine names it one way, the bundled one the other. */
interface EngineError extends Error {
  errcode?: number;
  sqliteExtendedCode?: number;
}

const CODES: Readonly<Record<number, string>> = { 5: 'SQLITE_BUSY', 6: 'SQLITE_LOCKED', 13: 'SQLITE_FULL', 19: 'SQLITE_CONSTRAINT' };
const MOST_STATEMENTS = 200;
/** Longer ones are multi-row inserts of ever different length, not worth a place. */
const LONGEST_KEPT = 4000;
const SCHEMA_CHANGE = /^\s*(create|alter|drop|pragma|vacuum)\b/i;

/**
 * Prepared statements by their text, the least recently used thrown out: both engines free a statement only when it is
 * garbage collected, so preparing each time costs memory as well as time.
 */
class StatementCache {
  private readonly kept = new Map<string, Prepared>();
  private readonly handle: SqliteHandle;

  constructor(handle: SqliteHandle) {
    this.handle = handle;
  }

  get(sql: string): Prepared {
    const known = this.kept.get(sql);
    if (known) {
      this.kept.delete(sql);
      this.kept.set(sql, known);
      return known;
    }
    const statement = this.handle.prepare(sql);
    const prepared = { statement, answersRows: statement.columns().length > 0 };
    if (SCHEMA_CHANGE.test(sql)) this.kept.clear();
    else if (sql.length <= LONGEST_KEPT) this.keep(sql, prepared);
    return prepared;
  }

  private keep(sql: string, prepared: Prepared): void {
    this.kept.set(sql, prepared);
    const oldest = this.kept.keys().next();
    if (this.kept.size > MOST_STATEMENTS && !oldest.done) this.kept.delete(oldest.value);
  }
}

const bindable = (value: unknown): unknown => {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.getTime();
  if (value === undefined) return null;
  // A plain object would be taken for named parameters and silently bind nothing.
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) throw new TypeError('Objects cannot be bound.');
  return value;
};

/** Gives an engine's error the three fields by which objection recognises a violated constraint. */
const recognisable = (error: unknown): unknown => {
  if (!types.isNativeError(error)) return error;
  const { errcode, sqliteExtendedCode }: EngineError = error;
  const extended = errcode ?? sqliteExtendedCode;
  if (typeof extended !== 'number') return error;
  const code = CODES[extended & 255] ?? 'SQLITE_ERROR';
  return Object.assign(error, { errno: extended & 255, extendedErrno: extended, code, message: `${code}: ${error.message}` });
};

const execute = (cache: StatementCache, query: Query): Query => {
  // A transaction that starts by reading could not write any more once another process has written.
  const sql = query.sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : query.sql;
  const { statement, answersRows } = cache.get(sql);
  const values = (query.bindings ?? []).map(bindable);
  if (answersRows) {
    query.response = statement.all(...values).map((row) => ({ ...row }));
    return query;
  }
  const { changes, lastInsertRowid } = statement.run(...values);
  query.context = { lastID: Number(lastInsertRowid), changes: Number(changes) };
  query.response = query.context;
  return query;
};

// Beside the client, because knex makes the client of a transaction without calling the constructor.
const caches = new WeakMap<SqliteHandle, StatementCache>();

const cacheOf = (handle: SqliteHandle): StatementCache => {
  const cache = caches.get(handle) ?? new StatementCache(handle);
  caches.set(handle, cache);
  return cache;
};

/** Runs one statement at once, as knex would. */
export const askSqlite = <Row extends object>(handle: SqliteHandle, sql: string, values: readonly unknown[]): Answer<Row> => {
  try {
    const { statement, answersRows } = cacheOf(handle).get(sql);
    const bound = values.map(bindable);
    return answersRows ? { rows: statement.all<Row>(...bound), changed: 0 } : { rows: [], changed: Number(statement.run(...bound).changes) };
  } catch (error) {
    throw recognisable(error);
  }
};

/** A knex client for `file` on an engine of the `DatabaseSync` kind; `prepare` is run on each new connection. */
export const sqliteClient = (file: string, open: SqliteEngine, prepare: (handle: SqliteHandle) => void): typeof Knex.Client =>
  class DatabaseSyncClient extends BetterSqliteClient {
    // knex looks the driver up when it starts; the engine is already loaded by then.
    _driver(): SqliteEngine {
      return open;
    }

    override async acquireRawConnection(): Promise<SqliteHandle> {
      const handle = open(file);
      try {
        prepare(handle);
        return handle;
      } catch (error) {
        handle.close();
        throw recognisable(error);
      }
    }

    async _query(handle: SqliteHandle, query: Query): Promise<Query> {
      try {
        return execute(cacheOf(handle), query);
      } catch (error) {
        throw recognisable(error);
      }
    }
  };
