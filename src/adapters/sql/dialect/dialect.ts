import type { Knex } from 'knex';

import type { RetryPolicy } from '../retry-policy.ts';

const noop = (): void => undefined;

/** Knex's own warnings also reach the caller as errors, and are logged there. */
export const silentLogger = { warn: noop, error: noop, deprecate: noop, debug: noop };

/** The full-text document of a title (`messageId` is empty) or message; `words` as search-tokens.ts makes them. */
export interface SearchDocument {
  readonly chatKey: string;
  readonly messageId: string;
  readonly words: string;
}

/** A row of `file_chunks` with its full-text tokens. */
export interface IndexedChunk {
  readonly row: { readonly file_id: string; readonly ordinal: number } & Readonly<Record<string, unknown>>;
  readonly words: string;
}

/** Whose chunks of which files are searched. */
export interface WordScope {
  readonly ownerId: string;
  readonly fileIds: readonly string[];
}

export interface WordHit {
  readonly fileId: string;
  readonly ordinal: number;
  readonly score: number;
}

/** What chunks are searched by. */
export interface SelectiveWords {
  readonly words: readonly string[];
  /** Chunks with words that are too frequent to be searched for, best first; they follow what the words find. */
  readonly sampled: readonly WordHit[];
}

/** A statement's result: rows, or the number of changed ones. */
export interface QueryResult<Row> {
  readonly rows: readonly Row[];
  readonly affectedRows: number;
}

/** Everything in which the two engines differ. Repositories know nothing else of the engine. */
export interface Dialect {
  readonly pool: Knex;
  /** What an operator should change in the settings of the server. */
  readonly warnings: readonly string[];
  /** One transaction runs at a time in this process. */
  readonly isSerial: boolean;
  /** Ends a SELECT that locks its rows until the transaction ends. */
  readonly forUpdate: string;
  /** The server's clock, in milliseconds since 1970. */
  readonly nowMs: string;
  /** Starts each row of a VALUES list that is used as a table. */
  readonly rowConstructor: string;
  /** The function that counts a text's characters. */
  readonly charLength: string;
  /** The string at a path of a JSON column; NULL if there is none or the column is no JSON. */
  jsonText(column: string, path: string): string;
  /** Runs a statement with `?` parameters, on the pool or in a transaction, without the query builder. */
  execute<Row extends object>(connection: Knex, sql: string, values: readonly unknown[]): Promise<QueryResult<Row>>;
  /** Upsert suffix: on a duplicate key the new value of `column` wins. */
  onConflictUpdate(key: readonly string[], column: string): string;
  /** The same, but the longer text of `column` wins. */
  onConflictUpdateIfLonger(key: readonly string[], column: string): string;
  /** Adds or replaces documents of the full-text index. */
  indexDocuments(connection: Knex, documents: readonly SearchDocument[]): Promise<void>;
  /** Rows of `search_documents` with a word that starts with `beginning` (letters, digits and `_`). */
  documentsMatchingPrefix(connection: Knex, beginning: string): Knex.QueryBuilder;
  /** Writes chunks with their tokens; the keys must be free. */
  insertChunks(connection: Knex, chunks: readonly IndexedChunk[]): Promise<void>;
  /** Those of `words` that chunks are searched by: where frequent ones would cost too much, the rare ones. */
  selectiveWords(connection: Knex, scope: WordScope, words: readonly string[]): Promise<SelectiveWords>;
  /** Rows of `file_chunks` with any of `words`, and a `score`: higher for rarer words and more of them. */
  chunksMatchingWords(connection: Knex, words: readonly string[]): Knex.QueryBuilder;
  /** Rows of `chunk_vectors` with the cosine `distance` to `vector`; undefined if the engine cannot compute it. */
  vectorDistances(connection: Knex, vector: Buffer): Knex.QueryBuilder | undefined;
  /** Classifies failures and retries what may be retried. */
  readonly retryPolicy: RetryPolicy;
  /**
   * Runs `work` between BEGIN and COMMIT, or ROLLBACK when it throws. Its connection is good until then; `isInside`
   * says whether the code that runs now belongs to `work`, where several transactions share a connection.
   */
  transaction<T>(work: (connection: Knex) => Promise<T>, isInside: () => boolean): Promise<T>;
  /** Why the database gave up this transaction, if it did. */
  transactionFailure(transaction: Knex): Promise<{ readonly error: unknown } | undefined>;
  /** No further statement runs in this transaction. */
  failTransaction(transaction: Knex, error: unknown): Promise<void>;
  /** Runs `work` with a connection that sees one moment of the database and stops no writer. */
  withSnapshot<T>(work: (connection: Knex) => Promise<T>): Promise<T>;
  /** Takes what was deleted out of the engine's own log, where it has one beside the database. */
  truncateLog(): Promise<void>;
  /** Rewrites the full-text indexes without what was deleted, a bounded piece with each step. */
  purgeIndexes(): AsyncIterable<void>;
  /** Copies the database to a file beside it, where the engine can; returns its path. */
  backUp(label: string): Promise<string | undefined>;
  /**
   * For a server, until `close`: true where the database serves no other one meanwhile. Throws `DatabaseError` where
   * another one has it.
   */
  serveAlone(): Promise<boolean>;
  close(): Promise<void>;
}
