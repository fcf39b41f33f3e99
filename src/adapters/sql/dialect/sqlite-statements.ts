import { types } from 'node:util';

import { LruCache } from '../../../domain/kernel/lru-cache.ts';
import { NoConnection, type DatabaseErrorKind } from '../retry-policy.ts';
import type { QueryResult } from './dialect.ts';
import type { SqliteHandle, SqliteStatement } from './sqlite-engine.ts';

/** A query object of Knex, and where it expects the result. */
export interface Query {
  sql: string;
  bindings?: readonly unknown[];
  response?: unknown;
  context?: { lastID: number; changes: number };
}

interface PreparedStatement {
  readonly statement: SqliteStatement;
  readonly returnsRows: boolean;
}

/** The extended result code, named differently by Node's engine and the bundled one. */
interface EngineError extends Error {
  errcode?: number;
  sqliteExtendedCode?: number;
}

const CODE_NAMES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  13: 'SQLITE_FULL',
  19: 'SQLITE_CONSTRAINT',
};
/**
 * No memory, interrupted, the file cannot be read or written, damaged, disk full, gone: SQLite then ends the
 * transaction, or may.
 */
const FATAL_CODES = new Set([7, 9, 10, 11, 13, 14]);
/** Busy, locked. */
const CONFLICT_CODES = new Set([5, 6]);

const MAX_CACHED_STATEMENTS = 200;
/** Longer statements are multi-row inserts of varying length and not worth caching. */
const MAX_CACHED_SQL_LENGTH = 4000;
const READ_ONLY_SQL = /^\s*select\b/i;
const SCHEMA_CHANGE = /^\s*(create|alter|drop|pragma|vacuum)\b/i;

/** Prepared statements by text: engines free a statement only at garbage collection, so each costs memory and time. */
class StatementCache {
  private readonly statements = new LruCache<PreparedStatement>({ maxEntries: MAX_CACHED_STATEMENTS });

  constructor(private readonly handle: SqliteHandle) {}

  get(sql: string): PreparedStatement {
    const cached = this.statements.get(sql);
    if (cached) return cached;
    const statement = this.handle.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (SCHEMA_CHANGE.test(sql)) this.statements.clear();
    else if (sql.length <= MAX_CACHED_SQL_LENGTH) this.statements.set(sql, prepared);
    return prepared;
  }
}

/**
 * SQLite's readers cut a text at NUL. Replaced, not removed, as is half of an emoji on its way to UTF-8: keys that
 * differ stay different.
 */
const toBindable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.getTime();
  if (value === undefined) return null;
  // A plain object would be taken for named parameters and silently bind nothing.
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
    throw new TypeError('Objects cannot be bound.');
  return value;
};

/** Adds the three fields by which Objection recognises a violated constraint. */
export const normalizeError = (error: unknown): unknown => {
  if (!types.isNativeError(error)) return error;
  const { errcode, sqliteExtendedCode }: EngineError = error;
  const extended = errcode ?? sqliteExtendedCode;
  if (typeof extended !== 'number') return error;
  const code = CODE_NAMES[extended & 255] ?? 'SQLITE_ERROR';
  return Object.assign(error, {
    errno: extended & 255,
    extendedErrno: extended,
    code,
    message: `${code}: ${error.message}`,
  });
};

/** The engines' codes differ, their words do not. */
const isOutOfRange = (error: unknown): boolean =>
  types.isNativeError(error) && error.message.startsWith('Value is too large to be represented');

/** An integer beyond JavaScript's is no reason to read none of the rows: it is read as the nearest number. */
const readRows = <Row extends object>(statement: SqliteStatement, sql: string, values: readonly unknown[]) => {
  try {
    return statement.all<Row>(...values);
  } catch (error) {
    if (!isOutOfRange(error) || !READ_ONLY_SQL.test(sql)) throw error;
    statement.setReadBigInts(true);
    try {
      return statement.all<Row>(...values).map(withNumbers);
    } finally {
      statement.setReadBigInts(false);
    }
  }
};

const withNumbers = <Row extends object>(row: Row): Row => {
  for (const [name, value] of Object.entries(row)) if (typeof value === 'bigint') Reflect.set(row, name, Number(value));
  return row;
};

export const execute = (cache: StatementCache, query: Query): Query => {
  const { statement, returnsRows: answersRows } = cache.get(query.sql);
  const values = (query.bindings ?? []).map(toBindable);
  if (answersRows) {
    query.response = readRows(statement, query.sql, values).map((row) => ({ ...row }));
    return query;
  }
  const { changes, lastInsertRowid } = statement.run(...values);
  query.context = { lastID: Number(lastInsertRowid), changes: Number(changes) };
  query.response = query.context;
  return query;
};

// Outside the client, because Knex clones the client of a transaction without calling the constructor.
const caches = new WeakMap<SqliteHandle, StatementCache>();

export const cacheOf = (handle: SqliteHandle): StatementCache => {
  const cache = caches.get(handle) ?? new StatementCache(handle);
  caches.set(handle, cache);
  return cache;
};

const isHandle = (connection: object): connection is SqliteHandle => 'exec' in connection;

/** The only connection cannot be discarded: a failed commit leaves its transaction open. */
export const closeTransaction = (connection: object): void => {
  try {
    if (isHandle(connection)) connection.exec('ROLLBACK');
  } catch {
    // none was open
  }
};

export const classifySqliteError = (error: unknown): DatabaseErrorKind | undefined => {
  if (error instanceof NoConnection) return 'unreachable';
  if (!types.isNativeError(error)) return undefined;
  if ('nativeError' in error) return classifySqliteError(error.nativeError);
  if (!('extendedErrno' in error && 'errno' in error && typeof error.errno === 'number')) return undefined;
  if (CONFLICT_CODES.has(error.errno)) return 'conflict';
  return FATAL_CODES.has(error.errno) ? 'broken' : undefined;
};

export const withNormalizedErrors = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw normalizeError(error);
  }
};

export const executeOn = <Row extends object>(
  handle: SqliteHandle,
  sql: string,
  values: readonly unknown[],
): QueryResult<Row> => {
  const { statement, returnsRows: answersRows } = cacheOf(handle).get(sql);
  const bound = values.map(toBindable);
  return answersRows
    ? { rows: readRows<Row>(statement, sql, bound), affectedRows: 0 }
    : { rows: [], affectedRows: Number(statement.run(...bound).changes) };
};
