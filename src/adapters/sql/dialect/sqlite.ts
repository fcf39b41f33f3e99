import { realpath, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { types } from 'node:util';
import type { Knex } from 'knex';

import { StoreUnavailable } from '../../../domain/kernel/domain-error.ts';
import { DatabaseError, type SqliteConfig } from '../database-url.ts';
import { NoConnection, RetryPolicy, type Timing } from '../retry-policy.ts';
import type { Dialect, IndexedChunk } from './dialect.ts';
import { ServerLock } from './server-lock.ts';
import { SqliteConnection, type SqliteSource } from './sqlite-connection.ts';
import { WalCheckpoints } from './wal-checkpoints.ts';
import { classifySqliteError } from './sqlite-statements.ts';
import { canCompareVectors, loadSqliteEngine, type SqliteHandle } from './sqlite-engine.ts';

const IN_MEMORY = ':memory:';
/**
 * The log is written into the file by another thread (wal-checkpoints.ts), and here only where
 * it grows far beyond that.
 */
const prepareConnection = (handle: SqliteHandle): void => {
  handle.exec(`
    PRAGMA busy_timeout = 0;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -16000;
    PRAGMA wal_autocheckpoint = 16000;
    PRAGMA secure_delete = ON;
  `);
};

const rootMessage = (error: unknown): string => {
  if (error instanceof StoreUnavailable || error instanceof NoConnection) return rootMessage(error.cause);
  return types.isNativeError(error) ? error.message : String(error);
};

/** Opens the file for once: switching a new one to WAL needs an exclusive lock for a moment, so this is retried. */
const openFile = async (
  file: string,
  retryPolicy: RetryPolicy,
  hooks: Pick<SqliteSource, 'finish' | 'onTransaction'> = {},
): Promise<SqliteConnection> => {
  const engine = await loadSqliteEngine();
  const driver = new SqliteConnection({ file, engine, prepare: prepareConnection, ...hooks }, retryPolicy);
  try {
    await driver.pool.raw('SELECT 1');
    return driver;
  } catch (error) {
    await driver.close();
    throw new DatabaseError(`The database file ${file} cannot be opened: ${rootMessage(error)}`, error);
  }
};

type Execute = Dialect['execute'];

const createDocumentIndexer =
  (execute: Execute): Dialect['indexDocuments'] =>
  async (connection, documents) => {
    const rows = (one: string) => documents.map(() => one).join(', ');
    await execute(
      connection,
      `INSERT INTO search_documents (chat_key, message_id) VALUES ${rows('(?, ?)')} ` +
        'ON CONFLICT (chat_key, message_id) DO NOTHING',
      documents.flatMap(({ chatKey, messageId }) => [chatKey, messageId]),
    );
    await execute(
      connection,
      `WITH added (chat_key, message_id, words) AS (VALUES ${rows('(?, ?, ?)')})
       INSERT OR REPLACE INTO search_words (rowid, words)
       SELECT id, words FROM added CROSS JOIN search_documents USING (chat_key, message_id)`,
      documents.flatMap(({ chatKey, messageId, words }) => [chatKey, messageId, words]),
    );
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

/** Has its name only once it is whole: somebody may go back to it. */
const copyTo = async (pool: Knex, copy: string): Promise<void> => {
  const partial = `${copy}.part`;
  try {
    await rm(partial, { force: true });
    await pool.raw('VACUUM INTO ?', [partial]);
    await rename(partial, copy);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw new DatabaseError(
      `The copy ${copy}, which is made before a migration, could not be written: ${rootMessage(error)}. ` +
        'Nothing was changed. It needs as much free space as the database.',
      error,
    );
  }
};

const TRUNCATE_LOG = 'PRAGMA wal_checkpoint(TRUNCATE)';

const INDEXES = ['search_words', 'chunk_words'];
/** Of the index, with each step: some milliseconds. */
const PAGES_PER_STEP = 16;

/**
 * Deleting a document only marks its words in the index; merging everything into one leaves them out. The negative
 * number begins that, positive ones go on; a step that changes less than two rows has found nothing to do.
 */
async function* purgeIndexes(pool: Knex): AsyncGenerator<void, void> {
  const countChanges = async (): Promise<number> => {
    const [row]: { changes: number }[] = await pool.raw('SELECT total_changes() AS changes');
    return row?.changes ?? 0;
  };
  for (const index of INDEXES) {
    for (let pages = -PAGES_PER_STEP; ; pages = PAGES_PER_STEP) {
      const before = await countChanges();
      await pool.raw('INSERT INTO ?? (??, rank) VALUES (?, ?)', [index, index, 'merge', pages]);
      if ((await countChanges()) - before < 2) break;
      yield;
    }
  }
}

/** A connection of its own: in WAL mode its transaction sees the moment of its first read, and writers go on. */
const withSnapshot = async <T>(
  path: string,
  retryPolicy: RetryPolicy,
  work: (connection: Knex) => Promise<T>,
): Promise<T> => {
  if (path === IN_MEMORY) throw new DatabaseError('A database in memory has no snapshot.');
  const reader = await openFile(path, retryPolicy);
  try {
    await reader.pool.raw('BEGIN DEFERRED');
    await reader.pool.raw('SELECT COUNT(*) FROM sqlite_master');
    const result = await work(reader.pool);
    await reader.pool.raw('ROLLBACK');
    return result;
  } finally {
    await reader.close();
  }
};

type Search = Pick<
  Dialect,
  | 'indexDocuments'
  | 'documentsMatchingPrefix'
  | 'insertChunks'
  | 'selectiveWords'
  | 'chunksMatchingWords'
  | 'vectorDistances'
>;

const searchOf = (execute: Execute): Search => ({
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
});

/** Opens the file, and makes it if needed, in a folder that exists. */
export const openSqlite = async ({ file }: SqliteConfig, timing: Timing): Promise<Dialect> => {
  const path = file === IN_MEMORY ? file : resolve(file);
  const checkpoints = path === IN_MEMORY ? undefined : new WalCheckpoints(path);
  const retryPolicy = new RetryPolicy(timing, classifySqliteError, () => checkpoints?.pause);
  const driver = await openFile(path, retryPolicy, {
    // The bundled engine leaves the WAL file behind.
    finish: (handle) => void (path !== IN_MEMORY && handle.exec(TRUNCATE_LOG)),
    onTransaction: () => checkpoints?.countTransaction(),
  });
  const lock = path === IN_MEMORY ? undefined : new ServerLock(await realpath(path), timing);
  const { pool } = driver;
  const execute: Execute = (connection, sql, values) => driver.execute(connection, sql, values);
  return {
    pool,
    warnings: [],
    isSerial: true,
    execute,
    retryPolicy,
    transaction: (work, isInside) => driver.transaction(work, isInside),
    transactionFailure: () => driver.transactionFailure(),
    failTransaction: (transaction, error) => driver.failTransaction(transaction, error),
    forUpdate: '',
    nowMs: "CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER)",
    rowConstructor: '',
    charLength: 'LENGTH',
    jsonText: (column, path) => `CASE WHEN json_valid(${column}) THEN json_extract(${column}, '${path}') END`,
    onConflictUpdate: (key, column) => `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${column} = excluded.${column}`,
    onConflictUpdateIfLonger: (key, column) =>
      `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${column} = excluded.${column} WHERE ` +
      `length(excluded.${column}) > length(${column})`,
    ...searchOf(execute),
    withSnapshot: (work) => withSnapshot(path, retryPolicy, work),
    // With a snapshot open it does nothing, and the next one does it.
    async truncateLog() {
      await checkpoints?.settle();
      if (path !== IN_MEMORY) await pool.raw(TRUNCATE_LOG);
    },
    purgeIndexes: () => purgeIndexes(pool),
    async backUp(label) {
      if (path === IN_MEMORY) return undefined;
      const copy = `${path}.before-${label}`;
      await copyTo(pool, copy);
      return copy;
    },
    async serveAlone() {
      await lock?.acquire();
      return true;
    },
    async close() {
      await checkpoints?.close();
      await driver.close();
      lock?.release();
    },
  };
};
