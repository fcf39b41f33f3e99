import { createRequire } from 'node:module';
import knexModule, { type Knex } from 'knex';

import { NoConnection, type RetryPolicy } from '../retry-policy.ts';
import { TransactionGuard } from '../transaction-guard.ts';
import { type QueryResult, silentLogger } from './dialect.ts';
import { retryingRunner, type Runner } from './retrying-runner.ts';
import { SingleConnectionPool } from './single-connection-pool.ts';
import type { SqliteEngine, SqliteHandle } from './sqlite-engine.ts';
import {
  cacheOf,
  closeTransaction,
  execute,
  executeOn,
  normalizeError,
  type Query,
  withNormalizedErrors,
} from './sqlite-statements.ts';

const BetterSqliteClient: typeof Knex.Client = createRequire(import.meta.url)(
  'knex/lib/dialects/better-sqlite3/index.js',
);

export interface SqliteSource {
  readonly file: string;
  readonly engine: SqliteEngine;
  /** Runs on each new connection. */
  prepare(handle: SqliteHandle): void;
  /** Runs on each before it is closed. */
  finish?(handle: SqliteHandle): void;
  /** Called after each transaction. */
  onTransaction?(): void;
}

/** Two connections in one thread would block the event loop whenever one waits for the other's lock. */
const createHandles = ({ file, engine, prepare, finish }: SqliteSource): SingleConnectionPool<SqliteHandle> =>
  new SingleConnectionPool(
    () => {
      const handle = engine(file);
      try {
        prepare(handle);
        return handle;
      } catch (error) {
        handle.close();
        throw normalizeError(error);
      }
    },
    (handle) => {
      try {
        finish?.(handle);
      } finally {
        handle.close();
      }
    },
  );

const openKnex = (client: typeof Knex.Client, filename: string): Knex =>
  knexModule.knex({
    client,
    connection: { filename },
    useNullAsDefault: true,
    log: silentLogger,
    compileSqlOnError: false, // otherwise error messages and logs would contain user data
  });

interface LentHandles {
  acquire(): Promise<SqliteHandle>;
  release(handle: SqliteHandle): void;
}

/** Knex's client of a file; `engine` is loaded, and others open and lend the connection. */
const clientOf = (engine: SqliteEngine, { acquire, release }: LentHandles) => {
  class SqliteClient extends BetterSqliteClient {
    _driver(): SqliteEngine {
      return engine;
    }

    override initializePool(): void {
      // there is another one
    }

    override acquireConnection(): Promise<SqliteHandle> {
      return acquire();
    }

    override async releaseConnection(handle: SqliteHandle): Promise<void> {
      release(handle);
    }
  }
  return SqliteClient;
};

interface OpenTransaction {
  readonly handle: SqliteHandle;
  readonly isInside: () => boolean;
}

const noop = (): void => undefined;

/** Runs statements of one file, through the query builder and past it. Nothing is opened before the first one. */
export class SqliteConnection {
  readonly pool: Knex;
  /** A transaction of knex's own costs several times as much as BEGIN and COMMIT: one object serves all of them. */
  private readonly transactionKnex: Knex;
  private readonly handles: SingleConnectionPool<SqliteHandle>;
  private readonly guard: TransactionGuard;
  /** The transaction that has the connection. */
  private open: OpenTransaction | undefined;

  constructor(
    private readonly source: SqliteSource,
    private readonly retryPolicy: RetryPolicy,
  ) {
    this.handles = createHandles(source);
    this.guard = new TransactionGuard(retryPolicy.classifyError, closeTransaction);
    this.pool = openKnex(this.statementClient(source.engine), source.file);
    this.transactionKnex = openKnex(this.transactionClient(source.engine), source.file);
    this.passOnEvents();
  }

  /** Whoever watches the pool sees the transactions' statements too, and the end of each. */
  private passOnEvents(): void {
    const inTransaction = (query: object) => ({ ...query, __knexTxId: 'transaction' });
    this.transactionKnex.on('query', (query: object) => this.pool.emit('query', inTransaction(query)));
    for (const end of ['query-response', 'query-error'])
      this.transactionKnex.on(end, (outcome: unknown, query: object) =>
        this.pool.emit(end, outcome, inTransaction(query)),
      );
  }

  async execute<Row extends object>(
    connection: Knex,
    sql: string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const run = (handle: SqliteHandle) => withNormalizedErrors(() => executeOn<Row>(handle, sql, values));
    if (connection === this.transactionKnex) {
      const handle = this.handleInside();
      return this.guard.runSync(handle, sql, () => run(handle));
    }
    const { idle } = this.handles;
    if (idle) return run(idle);
    const handle = await this.acquire();
    try {
      return run(handle);
    } finally {
      this.handles.release(handle);
    }
  }

  async transaction<T>(work: (connection: Knex) => Promise<T>, isInside: () => boolean): Promise<T> {
    const handle = await this.acquire();
    try {
      this.open = { handle, isInside };
      // A deferred transaction that starts by reading could not write once another process has written.
      this.runBoundary(handle, 'BEGIN IMMEDIATE');
      return await this.runUntilCommit(handle, work);
    } finally {
      this.open = undefined;
      this.handles.release(handle);
      this.source.onTransaction?.();
    }
  }

  async transactionFailure(): Promise<{ readonly error: unknown } | undefined> {
    return this.guard.getFailure(this.openTransaction().handle);
  }

  async failTransaction(_transaction: Knex, error: unknown): Promise<void> {
    this.guard.markFailed(this.openTransaction().handle, error);
  }

  close(): Promise<void> {
    return this.handles.destroy();
  }

  private async runUntilCommit<T>(handle: SqliteHandle, work: (connection: Knex) => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await work(this.transactionKnex);
    } catch (error) {
      this.rollBack(handle);
      throw error;
    }
    this.runBoundary(handle, 'COMMIT');
    return result;
  }

  private rollBack(handle: SqliteHandle): void {
    try {
      this.runBoundary(handle, 'ROLLBACK');
    } catch {
      // What has ended the transaction already leaves nothing to roll back.
    }
  }

  private runBoundary(handle: SqliteHandle, sql: string): void {
    this.guard.runSync(handle, sql, () => withNormalizedErrors(() => executeOn(handle, sql, [])));
  }

  private async acquire(): Promise<SqliteHandle> {
    const { classifyError } = this.retryPolicy;
    try {
      return await this.handles.acquire();
    } catch (error) {
      throw classifyError(error) === undefined ? new NoConnection(error) : error;
    }
  }

  private openTransaction(): OpenTransaction {
    if (!this.open) throw new Error('The transaction is over.');
    return this.open;
  }

  /** What outlives a transaction must not get into the next one, which has the same connection. */
  private handleInside(): SqliteHandle {
    const { handle, isInside } = this.openTransaction();
    if (!isInside()) throw new Error('The transaction is over.');
    return handle;
  }

  private statementClient(engine: SqliteEngine): typeof Knex.Client {
    const { retryPolicy } = this;
    const release = (handle: SqliteHandle) => this.handles.release(handle);
    return class extends clientOf(engine, { acquire: () => this.acquire(), release }) {
      override runner(builder: unknown): Runner {
        return retryingRunner(super.runner(builder), retryPolicy);
      }

      async _query(handle: SqliteHandle, query: Query): Promise<Query> {
        return withNormalizedErrors(() => execute(cacheOf(handle), query));
      }
    };
  }

  private transactionClient(engine: SqliteEngine): typeof Knex.Client {
    const { guard } = this;
    return class extends clientOf(engine, { acquire: async () => this.handleInside(), release: noop }) {
      async _query(handle: SqliteHandle, query: Query): Promise<Query> {
        return guard.runSync(handle, query.sql, () => withNormalizedErrors(() => execute(cacheOf(handle), query)));
      }
    };
  }
}
