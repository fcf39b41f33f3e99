import knexModule, { type Knex } from 'knex';
import type { ConnectionOptions } from 'mysql2';

import { StoreUnavailable } from '../../../domain/kernel/domain-error.ts';
import { DatabaseFault, type MysqlAddress } from '../database-url.ts';
import { NoConnection, Patience, type Timing } from '../patience.ts';
import { type Dialect, type IndexedChunk, quiet, type SearchDocument } from './dialect.ts';
import { type MysqlAccess, mysqlAccess } from './mysql-client.ts';
import { mysqlSetback, reasonOf } from './mysql-failures.ts';
import { MysqlHosts } from './mysql-hosts.ts';

/** How long (milliseconds) anybody waits for a connection. */
const LONGEST_WAIT = 2000;
/** How long (seconds) a statement waits for a row that another transaction holds. Short: then all of it is done again. */
const ROW_WAIT = 2;

/** Steps of a recursive statement: as many as the longest chat has turns. */
const LONGEST_PATH = 1_000_000;

const SESSION = [
  // Of the two, a server takes only its own: MySQL ends a longer walk with an error, MariaDB in silence.
  `SET time_zone = '+00:00' /*!80003, SESSION cte_max_recursion_depth = ${LONGEST_PATH} */ /*M!100200, SESSION max_recursive_iterations = ${LONGEST_PATH} */`,
  // Read what others have committed: then a row that a competing insert made first can be read back.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // Strict, and with the quoting rules that the driver escapes by, whatever the server's settings.
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  `SET SESSION innodb_lock_wait_timeout = ${ROW_WAIT}`,
  // A server that has lost its cluster lets people in and sets what they like, and refuses this.
  'SELECT 1',
];

const connect = async ({ hosts, user, database, pool: max }: MysqlAddress, { Client }: MysqlAccess): Promise<Knex> => {
  const pool = knexModule.knex({
    client: Client,
    connection: { database },
    pool: { min: 0, max, createTimeoutMillis: LONGEST_WAIT },
    acquireConnectionTimeout: LONGEST_WAIT,
    log: quiet,
    compileSqlOnError: false, // else an error's text holds what people wrote, and the log with it
  });
  try {
    await pool.raw('SELECT 1');
    return pool;
  } catch (error) {
    await pool.destroy();
    const where = hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
    throw new DatabaseFault(
      `Cannot connect to the database ${database} on ${where} as ${user}: ${reasonOf(causeOf(error))}`,
      error,
    );
  }
};

const causeOf = (error: unknown): unknown =>
  error instanceof StoreUnavailable || error instanceof NoConnection ? causeOf(error.cause) : error;

/** What each connection is opened with. */
const settingsOf = ({ user, password, database, tls }: MysqlAddress): ConnectionOptions => ({
  user,
  password,
  database,
  charset: 'utf8mb4',
  timezone: 'Z',
  supportBigNumbers: true,
  ...(tls ? { ssl: { rejectUnauthorized: true } } : {}),
});

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
  return connection('file_chunks')
    .whereRaw(MATCHES, [sought])
    .select(connection.raw(`${MATCHES} AS score`, [sought]));
};

/** Connects to MySQL 8 or MariaDB 10.6 and later; the database itself must exist. */
export const openMysql = async (address: MysqlAddress, timing: Timing): Promise<Dialect> => {
  const patience = new Patience(timing, mysqlSetback);
  const access = mysqlAccess(new MysqlHosts(address.hosts, settingsOf(address), SESSION), patience);
  const { ask, guard } = access;
  const pool = await connect(address, access);
  return {
    pool,
    patience,
    failureIn: async ({ client }) => guard.failureOf(await client.acquireConnection()),
    fail: async ({ client }, error) => guard.fail(await client.acquireConnection(), error),
    now: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
    forUpdate: ' FOR UPDATE',
    row: '/*!80019 ROW*/', // MySQL wants the word, and MariaDB does not know it
    characters: 'CHAR_LENGTH',
    ask,
    laterWins: (_key, column) => `ON DUPLICATE KEY UPDATE ${column} = VALUES(${column})`,
    longerWins: (_key, column) =>
      `ON DUPLICATE KEY UPDATE ${column} = IF(LENGTH(VALUES(${column})) > LENGTH(${column}), VALUES(${column}), ${column})`,
    indexDocuments,
    chatsWithWord: (connection, beginning) =>
      connection('search_documents')
        .whereRaw('MATCH (words) AGAINST (? IN BOOLEAN MODE)', [`+${beginning}*`])
        .distinct('chat_key'),
    insertChunks,
    chunksWithWords,
    vectorDistances: () => undefined,
    // A server has its own backups; a copy from here could not be consistent.
    backUp: async () => undefined,
    close: () => pool.destroy(),
  };
};
