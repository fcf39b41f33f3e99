import type { Knex } from 'knex';

import type { RetryPolicy } from '../retry-policy.ts';

const noop = (): void => undefined;

/** What knex would print itself also reaches the caller as an error, and is logged there. */
export const silentLogger = { warn: noop, error: noop, deprecate: noop, debug: noop };

/** What the full-text index holds of one title (`messageId` is empty) or message; `words` as search-tokens.ts makes them. */
export interface SearchDocument {
  readonly chatKey: string;
  readonly messageId: string;
  readonly words: string;
}

/** A row of `file_chunks` with what the full-text index holds of it. */
export interface IndexedChunk {
  readonly row: { readonly file_id: string; readonly ordinal: number } & Readonly<Record<string, unknown>>;
  readonly words: string;
}

/** What a statement brought: rows, or how many it changed. */
export interface QueryResult<Row> {
  readonly rows: readonly Row[];
  readonly affectedRows: number;
}

/** All in which the two engines differ. The repositories know nothing else of the engine. */
export interface Dialect {
  readonly pool: Knex;
  /** Ends a SELECT whose rows nobody else may take before this transaction ends. */
  readonly forUpdate: string;
  /** The server's own clock, in milliseconds since 1970. */
  readonly nowMs: string;
  /** Begins each row of a list of values that is read like a table. */
  readonly rowConstructor: string;
  /** The function that counts the characters of a text. */
  readonly charLength: string;
  /** Runs a statement with `?` for its values, on the pool or in a transaction, past the query builder and its cost. */
  execute<Row extends object>(connection: Knex, sql: string, values: readonly unknown[]): Promise<QueryResult<Row>>;
  /** Ends an insert of rows whose key may be taken: the later value of `column` counts. */
  onConflictUpdate(key: readonly string[], column: string): string;
  /** The same, but the longer text in `column` counts. */
  onConflictUpdateIfLonger(key: readonly string[], column: string): string;
  /** Adds documents to the full-text index or replaces them. */
  indexDocuments(connection: Knex, documents: readonly SearchDocument[]): Promise<void>;
  /** The distinct `chat_key`s with a document that has a word beginning with `beginning` (letters, digits and `_`). */
  chatsMatchingPrefix(connection: Knex, beginning: string): Knex.QueryBuilder;
  /** Writes chunks with their words; their places must be free. */
  insertChunks(connection: Knex, chunks: readonly IndexedChunk[]): Promise<void>;
  /** The rows of `file_chunks` that have any of `words`, with a `score`: higher for rarer words and more of them. */
  chunksMatchingWords(connection: Knex, words: readonly string[]): Knex.QueryBuilder;
  /** The rows of `chunk_vectors` with their cosine `distance` to `vector`; undefined where the engine cannot tell it. */
  vectorDistances(connection: Knex, vector: Buffer): Knex.QueryBuilder | undefined;
  /** Tells failures apart, and does again what may be done again. */
  readonly retryPolicy: RetryPolicy;
  /** Why the database gave this transaction up, if it did. */
  transactionFailure(transaction: Knex): Promise<{ readonly error: unknown } | undefined>;
  /** Nothing more is done in this transaction. */
  failTransaction(transaction: Knex, error: unknown): Promise<void>;
  /** Keeps a copy of the database beside it where the engine can; answers where. */
  backUp(label: string): Promise<string | undefined>;
  close(): Promise<void>;
}
