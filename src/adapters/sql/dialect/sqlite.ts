import { mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { types } from 'node:util';
import knexModule, { type Knex } from 'knex';

import { StoreUnavailable } from '../../../domain/kernel/domain-error.ts';
import { DatabaseError, type SqliteConfig } from '../database-url.ts';
import { NoConnection, RetryPolicy, type Timing } from '../retry-policy.ts';
import { type Dialect, type IndexedChunk, silentLogger } from './dialect.ts';
import { type SqliteDriver, createSqliteDriver, classifySqliteError } from './sqlite-client.ts';
import { canCompareVectors, loadSqliteEngine, type SqliteHandle } from './sqlite-engine.ts';

const IN_MEMORY = ':memory:';
/**
 * A query that waits longer than this (ms) for the only connection was issued outside the transaction it belongs to.
 */
const ACQUIRE_TIMEOUT_MS = 5000;

const prepareConnection = (handle: SqliteHandle): void => {
  handle.exec(`
    PRAGMA busy_timeout = 0;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -16000;
    PRAGMA wal_autocheckpoint = 4000;
  `);
};

const rootMessage = (error: unknown): string => {
  if (error instanceof StoreUnavailable || error instanceof NoConnection) return rootMessage(error.cause);
  return types.isNativeError(error) ? error.message : String(error);
};

const openPool = async (filename: string, { Client }: SqliteDriver): Promise<Knex> => {
  const pool = knexModule.knex({
    client: Client,
    connection: { filename },
    useNullAsDefault: true,
    // Two connections in one thread would block the event loop whenever one waits for the other's lock.
    pool: { min: 1, max: 1 },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: silentLogger,
    compileSqlOnError: false, // otherwise error messages and logs would contain user data
  });
  try {
    // Switching a new file to WAL needs an exclusive lock for a moment, so this is retried.
    await pool.raw('SELECT 1');
    return pool;
  } catch (error) {
    await pool.destroy();
    throw new DatabaseError(`The database file ${filename} cannot be opened: ${rootMessage(error)}`, error);
  }
};

type Execute = Dialect['execute'];

const createDocumentIndexer =
  (execute: Execute): Dialect['indexDocuments'] =>
  async (connection, documents) => {
    for (const { chatKey, messageId, words } of documents) {
      await execute(
        connection,
        'INSERT INTO search_documents (chat_key, message_id) VALUES (?, ?) ON CONFLICT (chat_key, message_id) DO NOTHING',
        [chatKey, messageId],
      );
      await execute(
        connection,
        'INSERT OR REPLACE INTO search_words (rowid, words) SELECT id, ? FROM search_documents WHERE chat_key = ? AND message_id = ?',
        [words, chatKey, messageId],
      );
    }
  };

const insertChunks = async (connection: Knex, chunks: readonly IndexedChunk[]): Promise<void> => {
  const rows: { id: number; file_id: string; ordinal: number }[] = await connection('file_chunks')
    .insert(chunks.map(({ row }) => row))
    .returning(['id', 'file_id', 'ordinal']);
  const words = new Map(chunks.map(({ row, words: of }) => [`${row.ordinal} ${row.file_id}`, of]));
  // One statement: most of an insert's cost is fixed.
  const indexed = rows.flatMap(({ id, file_id: fileId, ordinal }) => [id, words.get(`${ordinal} ${fileId}`) ?? '']);
  await connection.raw(`INSERT INTO chunk_words (rowid, words) VALUES ${rows.map(() => '(?, ?)').join(', ')}`, indexed);
};

const chunksWithWords = (connection: Knex, words: readonly string[]): Knex.QueryBuilder =>
  connection('chunk_words')
    .join('file_chunks', 'file_chunks.id', 'chunk_words.rowid')
    .whereRaw('chunk_words MATCH ?', [words.map((word) => `"${word}"`).join(' OR ')])
    .select(connection.raw('-bm25(chunk_words) AS score'));

/** A connection of its own: in WAL mode its transaction sees the moment of its first read, and writers go on. */
const withSnapshot = async <T>(
  path: string,
  driver: SqliteDriver,
  work: (connection: Knex) => Promise<T>,
): Promise<T> => {
  if (path === IN_MEMORY) throw new DatabaseError('A database in memory has no snapshot.');
  const reader = await openPool(path, driver);
  try {
    await reader.raw('BEGIN DEFERRED');
    await reader.raw('SELECT COUNT(*) FROM sqlite_master');
    const result = await work(reader);
    await reader.raw('ROLLBACK');
    return result;
  } finally {
    await reader.destroy();
  }
};

/** Opens the file, creating it and its folder if needed. */
export const openSqlite = async ({ file }: SqliteConfig, timing: Timing): Promise<Dialect> => {
  const path = file === IN_MEMORY ? file : resolve(file);
  if (path !== IN_MEMORY) await mkdir(dirname(path), { recursive: true });
  const retryPolicy = new RetryPolicy(timing, classifySqliteError);
  const driver = createSqliteDriver(
    { file: path, engine: await loadSqliteEngine(), prepare: prepareConnection },
    retryPolicy,
  );
  const { execute, guard } = driver;
  const pool = await openPool(path, driver);
  return {
    pool,
    retryPolicy,
    transactionFailure: async ({ client }) => guard.getFailure(await client.acquireConnection()),
    failTransaction: async ({ client }, error) => guard.markFailed(await client.acquireConnection(), error),
    // One transaction runs at a time.
    forUpdate: '',
    nowMs: "CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER)",
    rowConstructor: '',
    charLength: 'LENGTH',
    jsonText: (column, path) => `CASE WHEN json_valid(${column}) THEN json_extract(${column}, '${path}') END`,
    execute,
    onConflictUpdate: (key, column) => `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${column} = excluded.${column}`,
    onConflictUpdateIfLonger: (key, column) =>
      `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${column} = excluded.${column} WHERE length(excluded.${column}) > length(${column})`,
    indexDocuments: createDocumentIndexer(execute),
    documentsMatchingPrefix: (connection, beginning) =>
      connection('search_words')
        .join('search_documents', 'search_documents.id', 'search_words.rowid')
        .whereRaw('search_words MATCH ?', [`"${beginning}"*`]),
    insertChunks,
    selectiveWords: (_connection, _scope, words) => Promise.resolve({ words, sampled: [] }),
    chunksMatchingWords: chunksWithWords,
    vectorDistances: (connection, vector) =>
      canCompareVectors()
        ? connection('chunk_vectors').select(connection.raw('vec_distance_cosine(vector, ?) AS distance', [vector]))
        : undefined,
    withSnapshot: (work) => withSnapshot(path, driver, work),
    async backUp(label) {
      if (path === IN_MEMORY) return undefined;
      const copy = `${path}.before-${label}`;
      await rm(copy, { force: true });
      await pool.raw('VACUUM INTO ?', [copy]);
      return copy;
    },
    async close() {
      // The bundled engine leaves the WAL file behind, so it is checkpointed first.
      if (path !== IN_MEMORY) await pool.raw('PRAGMA wal_checkpoint(TRUNCATE)');
      await pool.destroy();
    },
  };
};
