import { types } from 'node:util';
import knexModule, { type Knex } from 'knex';

import { DatabaseFault, type MysqlAddress } from '../database-url.ts';
import { type Answer, type Dialect, type IndexedChunk, quiet, type SearchDocument } from './dialect.ts';

/** Deadlock, lock wait too long, row changed since it was read: what InnoDB asks to try again. */
const PASSING = new Set([1213, 1205, 1020]);
const LOCK_WAIT_SECONDS = 120;
const LONGEST_WAIT = 10_000;

/** Steps of a recursive statement: as many as the longest chat has turns. */
const LONGEST_PATH = 1_000_000;

const SESSION = [
  // Of the two, a server takes only its own: MySQL ends a longer walk with an error, MariaDB in silence.
  `SET time_zone = '+00:00' /*!80003, SESSION cte_max_recursion_depth = ${LONGEST_PATH} */ /*M!100200, SESSION max_recursive_iterations = ${LONGEST_PATH} */`,
  // Read what others have committed: then a row that a competing insert made first can be read back.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // Strict, and with the quoting rules that the driver escapes by, whatever the server's settings.
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
];

interface RawConnection {
  query(sql: string, done: (error: Error | null) => void): void;
  query<Row>(sql: string, values: readonly unknown[], done: (error: Error | null, result: readonly Row[] | { readonly affectedRows: number }) => void): void;
}
type Created = (error: Error | null, connection: RawConnection) => void;

const prepareConnection = (connection: RawConnection, done: Created, [first, ...rest] = SESSION): void => {
  if (first === undefined) return done(null, connection);
  connection.query(first, (error) => (error ? done(error, connection) : prepareConnection(connection, done, rest)));
};

const errorNumber = (error: unknown): number | undefined => {
  if (!types.isNativeError(error)) return undefined;
  if ('errno' in error && typeof error.errno === 'number') return error.errno;
  return 'nativeError' in error ? errorNumber(error.nativeError) : undefined;
};

/** A refused connection may come as several errors in one without a message of its own. */
const reason = (error: unknown): string => {
  if (!types.isNativeError(error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
};

const connect = async ({ host, port, user, password, database, pool: max, tls }: MysqlAddress): Promise<Knex> => {
  const pool = knexModule.knex({
    client: 'mysql2',
    connection: {
      host,
      port,
      user,
      password,
      database,
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: true,
      connectTimeout: LONGEST_WAIT,
      ...(tls ? { ssl: { rejectUnauthorized: true } } : {}),
    },
    pool: { min: 0, max, afterCreate: prepareConnection },
    acquireConnectionTimeout: LONGEST_WAIT,
    log: quiet,
    compileSqlOnError: false, // else an error's text holds what people wrote, and the log with it
  });
  try {
    await pool.raw('SELECT 1');
    return pool;
  } catch (error) {
    await pool.destroy();
    throw new DatabaseFault(`Cannot connect to the database ${database} on ${host}:${port} as ${user}: ${reason(error)}`, error);
  }
};

const ask = async <Row extends object>(connection: Knex, sql: string, values: readonly unknown[]): Promise<Answer<Row>> => {
  const raw: RawConnection = await connection.client.acquireConnection();
  try {
    return await new Promise((resolve, reject) => {
      raw.query<Row>(sql, values, (error, result) => {
        if (error) reject(error);
        else resolve('affectedRows' in result ? { rows: [], changed: result.affectedRows } : { rows: result, changed: 0 });
      });
    });
  } finally {
    connection.client.releaseConnection(raw);
  }
};

const indexDocuments = async (connection: Knex, documents: readonly SearchDocument[]): Promise<void> => {
  await connection('search_documents')
    .insert(documents.map(({ chatKey, messageId, words }) => ({ chat_key: chatKey, message_id: messageId, words })))
    .onConflict(['chat_key', 'message_id'])
    .merge(['words']);
};

const insertChunks = async (connection: Knex, chunks: readonly IndexedChunk[]): Promise<void> => {
  await connection('file_chunks').insert(chunks.map(({ row, words }) => ({ ...row, words })));
};

const MATCHES = 'MATCH (words) AGAINST (? IN BOOLEAN MODE)';

const chunksWithWords = (connection: Knex, words: readonly string[]): Knex.QueryBuilder => {
  const sought = words.join(' ');
  return connection('file_chunks').whereRaw(MATCHES, [sought]).select(connection.raw(`${MATCHES} AS score`, [sought]));
};

/** Holds a named lock of the server, which it frees by itself when this process dies. */
const exclusively = (pool: Knex, database: string) => (work: () => Promise<void>): Promise<void> =>
  pool.transaction(async (holder) => {
    const name = `parley-schema:${database}`.slice(0, 64);
    const [[row]] = await holder.raw('SELECT GET_LOCK(?, ?) AS held', [name, LOCK_WAIT_SECONDS]);
    if (Number(row.held) !== 1) throw new DatabaseFault('Another process is still changing the database schema.');
    try {
      await work();
    } finally {
      await holder.raw('DO RELEASE_LOCK(?)', [name]);
    }
  });

/** Connects to MySQL 8 or MariaDB 10.6 and later; the database itself must exist. */
export const openMysql = async (address: MysqlAddress): Promise<Dialect> => {
  const pool = await connect(address);
  return {
    pool,
    forUpdate: ' FOR UPDATE',
    now: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
    row: '/*!80019 ROW*/', // MySQL wants the word, and MariaDB does not know it
    characters: 'CHAR_LENGTH',
    ask,
    laterWins: (_key, column) => `ON DUPLICATE KEY UPDATE ${column} = VALUES(${column})`,
    longerWins: (_key, column) => `ON DUPLICATE KEY UPDATE ${column} = IF(LENGTH(VALUES(${column})) > LENGTH(${column}), VALUES(${column}), ${column})`,
    indexDocuments,
    chatsWithWord: (connection, beginning) =>
      connection('search_documents').whereRaw('MATCH (words) AGAINST (? IN BOOLEAN MODE)', [`+${beginning}*`]).distinct('chat_key'),
    insertChunks,
    chunksWithWords,
    vectorDistances: () => undefined,
    isPassing: (error) => PASSING.has(errorNumber(error) ?? 0),
    exclusively: exclusively(pool, address.database),
    // A server has its own backups; a copy from here could not be consistent.
    backUp: async () => undefined,
    close: () => pool.destroy(),
  };
};
