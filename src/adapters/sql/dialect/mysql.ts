import knexModule, { type Knex } from 'knex';
import type { ConnectionOptions } from 'mysql2';

import { StoreUnavailable } from '../../../domain/kernel/domain-error.ts';
import { DatabaseError, type MysqlConfig } from '../database-url.ts';
import { NoConnection, RetryPolicy, type Timing } from '../retry-policy.ts';
import { type Dialect, type IndexedChunk, silentLogger, type SearchDocument } from './dialect.ts';
import { type MysqlDriver, createMysqlDriver } from './mysql-client.ts';
import { classifyMysqlError, errorMessage } from './mysql-errors.ts';
import { selectRareWords } from './mysql-rare-words.ts';
import { MysqlHosts } from './mysql-hosts.ts';

const ACQUIRE_TIMEOUT_MS = 2000;
/** Timeout for a row lock. Short, because the transaction is then retried. */
const LOCK_TIMEOUT_SECONDS = 2;

/** Steps of a recursive statement: at least the turns of the longest chat. */
const MAX_RECURSION = 1_000_000;

/** Idle connections are closed, so each statement here is sent again and again by a process that nobody uses. */
const SESSION_SETUP = [
  [
    "SET time_zone = '+00:00'",
    // Strict, and with the quoting rules that the driver escapes by, whatever the server's settings.
    "SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
    // Each server executes only its own comment. MySQL fails beyond the limit of steps, MariaDB stops silently.
    `SESSION innodb_lock_wait_timeout = ${LOCK_TIMEOUT_SECONDS}
      /*!80003, SESSION cte_max_recursion_depth = ${MAX_RECURSION} */
      /*M!100200, SESSION max_recursive_iterations = ${MAX_RECURSION} */`,
  ].join(', '),
  // A row that a competing insert created first can then be read back.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

/** What both engines have unless somebody lowers it. */
const MIN_PACKET_BYTES = 16 * 1024 * 1024;

/** Imports and restores write several long messages in one statement. */
export const describeSmallPackets = (bytes: number): readonly string[] =>
  bytes < MIN_PACKET_BYTES
    ? [
        `max_allowed_packet of the database is ${bytes} bytes: long chats, imports and restores fail. ` +
          `Set at least ${MIN_PACKET_BYTES}`,
      ]
    : [];

const readPacketBytes = async (pool: Knex): Promise<number> => {
  const [rows = []]: (readonly { bytes: number | string }[])[] = await pool.raw('SELECT @@max_allowed_packet AS bytes');
  return Number(rows[0]?.bytes);
};

interface Connected {
  readonly pool: Knex;
  readonly warnings: readonly string[];
}

const connect = async (
  { hosts, user, database, pool: max }: MysqlConfig,
  { Client }: MysqlDriver,
): Promise<Connected> => {
  const pool = knexModule.knex({
    client: Client,
    connection: { database },
    pool: { min: 0, max, createTimeoutMillis: ACQUIRE_TIMEOUT_MS },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: silentLogger,
    compileSqlOnError: false, // otherwise error messages and logs would contain user data
  });
  try {
    return { pool, warnings: describeSmallPackets(await readPacketBytes(pool)) };
  } catch (error) {
    await pool.destroy();
    const where = hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
    throw new DatabaseError(
      `Cannot connect to the database ${database} on ${where} as ${user}: ${errorMessage(rootCause(error))}`,
      error,
    );
  }
};

const rootCause = (error: unknown): unknown =>
  error instanceof StoreUnavailable || error instanceof NoConnection ? rootCause(error.cause) : error;

const connectionSettings = ({ user, password, database, tls }: MysqlConfig): ConnectionOptions => ({
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

const MATCH_SQL = 'MATCH (words) AGAINST (? IN BOOLEAN MODE)';

const chunksWithWords = (connection: Knex, words: readonly string[]): Knex.QueryBuilder => {
  const searchText = words.join(' ');
  return connection('file_chunks')
    .whereRaw(MATCH_SQL, [searchText])
    .select(connection.raw(`${MATCH_SQL} AS score`, [searchText]));
};

const inTransaction = <T>(
  pool: Knex,
  work: (connection: Knex) => Promise<T>,
  options?: Knex.TransactionConfig,
): Promise<T> =>
  pool.transaction((transaction) => {
    // Knex continues after a failed BEGIN, and every statement would be committed by itself.
    if (transaction.isCompleted()) throw new Error('The transaction did not begin.');
    return work(transaction);
  }, options);

/** InnoDB shows such a transaction the moment of its first read, in every table. */
const withSnapshot = <T>(pool: Knex, work: (connection: Knex) => Promise<T>): Promise<T> =>
  inTransaction(
    pool,
    async (transaction) => {
      await transaction('schema_migrations').first();
      return work(transaction);
    },
    { isolationLevel: 'repeatable read' },
  );

/** Connects to MySQL 8 or MariaDB 10.6 and later; the database itself must exist. */
export const openMysql = async (address: MysqlConfig, timing: Timing): Promise<Dialect> => {
  const retryPolicy = new RetryPolicy(timing, classifyMysqlError);
  const driver = createMysqlDriver(
    new MysqlHosts(address.hosts, connectionSettings(address), SESSION_SETUP),
    retryPolicy,
  );
  const { execute, guard } = driver;
  const { pool, warnings } = await connect(address, driver);
  return {
    pool,
    warnings,
    isSerial: false,
    retryPolicy,
    transaction: (work) => inTransaction(pool, work),
    transactionFailure: async ({ client }) => guard.getFailure(await client.acquireConnection()),
    failTransaction: async ({ client }, error) => guard.markFailed(await client.acquireConnection(), error),
    nowMs: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
    forUpdate: ' FOR UPDATE',
    rowConstructor: '/*!80019 ROW*/', // required by MySQL, unknown to MariaDB
    charLength: 'CHAR_LENGTH',
    jsonText: (column, path) =>
      `CASE WHEN JSON_VALID(${column}) THEN JSON_UNQUOTE(JSON_EXTRACT(${column}, '${path}')) END`,
    execute,
    onConflictUpdate: (_key, column) => `ON DUPLICATE KEY UPDATE ${column} = VALUES(${column})`,
    onConflictUpdateIfLonger: (_key, column) =>
      `ON DUPLICATE KEY UPDATE ${column} = IF(LENGTH(VALUES(${column})) > LENGTH(${column}), VALUES(${column}), ` +
      `${column})`,
    indexDocuments,
    documentsMatchingPrefix: (connection, beginning) =>
      connection('search_documents').whereRaw(MATCH_SQL, [`+${beginning}*`]),
    insertChunks,
    selectiveWords: selectRareWords,
    chunksMatchingWords: chunksWithWords,
    vectorDistances: () => undefined,
    withSnapshot: (work) => withSnapshot(pool, work),
    // InnoDB overwrites and merges by itself; docs/operations.md says what an operator can do.
    truncateLog: async () => undefined,
    async *purgeIndexes() {
      // nothing
    },
    // A copy of the schema's state before a step would take as long as a whole backup: that is the operator's to make.
    backUp: async () => undefined,
    serveAlone: async () => false, // it serves many
    close: () => pool.destroy(),
  };
};
