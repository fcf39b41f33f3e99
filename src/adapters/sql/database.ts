import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';

import { parseDatabaseUrl } from './database-url.ts';
import { InsertStatements } from './insert-statements.ts';
import { QueryAnnouncer } from './query-announcer.ts';
import type { QueryResult, Dialect } from './dialect/dialect.ts';
import { openMysql } from './dialect/mysql.ts';
import { openSqlite } from './dialect/sqlite.ts';
import type { Attempt, Timing } from './retry-policy.ts';

const systemTiming: Timing = { now: () => Date.now(), sleep: (ms) => wait(ms) };

/** Idempotent statements, which may be repeated when it is unknown whether they arrived. */
const READ_ONLY_SQL = /^\s*select\b/i;

/**
 * One SQL database: a pool and the current transaction. Statements issued inside a transaction's async context belong
 * to that transaction; parallel work elsewhere does not.
 */
export class Database {
  private readonly transactionStorage = new AsyncLocalStorage<Transaction>();
  private readonly changes = new Map<string, number>();
  private open = 0;
  private servesAlone = false;
  /** Numbers of the open savepoints. */
  private readonly savepoints = new Set<number>();

  private readonly announcer = new QueryAnnouncer();
  private readonly insertStatements = new InsertStatements();

  /** Names this process as the holder of claims. */
  readonly holder = randomUUID();

  constructor(readonly dialect: Dialect) {}

  /** See `parseDatabaseUrl` for the forms of `url`. Throws `DatabaseError` when it cannot be used. */
  static async open(url: string, timing: Timing = systemTiming): Promise<Database> {
    const address = parseDatabaseUrl(url);
    return new Database(
      address.kind === 'sqlite' ? await openSqlite(address, timing) : await openMysql(address, timing),
    );
  }

  /** The current transaction, else the pool. */
  get connection(): Knex {
    return this.activeTransaction?.connection ?? this.dialect.pool;
  }

  /** The rows of a SELECT with `?` parameters. For hot paths: it costs a fraction of the query builder. */
  async query<Row extends object>(sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return (await this.run<Row>(sql, values)).rows;
  }

  /** Like `query`, for a write; returns the number of matched rows. */
  async execute(sql: string, values: readonly unknown[]): Promise<number> {
    return (await this.run(sql, values)).affectedRows;
  }

  /** Like `execute`, for an idempotent statement, which is repeated when its answer is lost. */
  async executeIdempotent(sql: string, values: readonly unknown[]): Promise<number> {
    return (await this.run(sql, values, true)).affectedRows;
  }

  /**
   * Inserts rows with the fields of the first one in one statement; row counts should vary little (prepared
   * statements).
   */
  async insert(table: string, records: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    const columns = Object.keys(records[0] ?? {});
    await this.run(
      this.insertStatements.sqlFor(table, columns, records.length),
      records.flatMap((row) => columns.map((column) => row[column])),
    );
  }

  /**
   * Runs `work` in the current transaction, or in a new one. The outermost transaction is retried when the database
   * rolled it back, so `work` must do nothing outside the database.
   */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.activeTransaction) return work();
    return this.dialect.retryPolicy.run((attempt) => this.runTransaction(work, attempt));
  }

  /** Like `transaction`, but a failure of `work` rolls back only `work`, to a savepoint. */
  withSavepoint<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.activeTransaction;
    return outer ? this.runInSavepoint(outer, work) : this.transaction(work);
  }

  /**
   * Runs `step` at the end of the current transaction, inside of it; at once in its own without one. For
   * rows that every process locks: the later in a transaction, the shorter they are locked, and always
   * last, so never in a deadlock.
   */
  async atEnd(step: () => Promise<void>): Promise<void> {
    const transaction = this.activeTransaction;
    if (!transaction) return this.transaction(step);
    transaction.lastSteps = [...transaction.lastSteps, step];
  }

  get isInTransaction(): boolean {
    return this.activeTransaction !== undefined;
  }

  /** How often this process has committed changes of `what`: a cached answer is stale once this grows. */
  changeCount(what: string): number {
    return this.changes.get(what) ?? 0;
  }

  /** Counts a change of `what` at the commit of the current transaction, or at once without one. */
  recordChange(what: string): void {
    const transaction = this.activeTransaction;
    if (!transaction) this.changes.set(what, this.changeCount(what) + 1);
    else transaction.changedKeys.add(what);
  }

  /** Whether the current transaction has changed `what`, which no other one sees yet. */
  hasUncommitted(what: string): boolean {
    return this.activeTransaction?.changedKeys.has(what) ?? false;
  }

  /** For a server, until `close`: throws `DatabaseError` where another one has a database that serves one only. */
  async serveAlone(): Promise<void> {
    this.servesAlone = await this.dialect.serveAlone();
  }

  /** Whether this process is a server, and no other one can use the database. */
  get isServedAlone(): boolean {
    return this.servesAlone;
  }

  /** Waits for running work, checkpoints SQLite's file, and closes. */
  close(): Promise<void> {
    return this.dialect.close();
  }

  private run<Row extends object>(
    sql: string,
    values: readonly unknown[],
    repeatable?: boolean,
  ): Promise<QueryResult<Row>> {
    const transaction = this.activeTransaction;
    const send = () =>
      transaction
        ? this.dialect.execute<Row>(transaction.connection, sql, values)
        : this.sendAlone<Row>(sql, values, repeatable ?? READ_ONLY_SQL.test(sql));
    if (!this.announcer.isHeard(this.dialect.pool)) return send();
    const query = { sql, bindings: values, __knexTxId: transaction && 'transaction' };
    return this.announcer.run(this.dialect.pool, query, send);
  }

  private sendAlone<Row extends object>(
    sql: string,
    values: readonly unknown[],
    repeatable: boolean,
  ): Promise<QueryResult<Row>> {
    const { pool, retryPolicy } = this.dialect;
    return retryPolicy.run((attempt) => {
      attempt.unsafeToRetry = !repeatable;
      return this.dialect.execute<Row>(pool, sql, values);
    });
  }

  /**
   * Plain statements: a nested transaction of knex costs several times as much. A name that is free again is taken
   * again, so that few are ever prepared.
   */
  private async runInSavepoint<T>(outer: Transaction, work: () => Promise<T>): Promise<T> {
    const number = this.nextSavepointNumber();
    const name = `point_${number}`;
    this.savepoints.add(number);
    try {
      return await this.runUntilRelease(outer, name, work);
    } finally {
      this.savepoints.delete(number);
    }
  }

  private nextSavepointNumber(): number {
    let number = 1;
    while (this.savepoints.has(number)) number += 1;
    return number;
  }

  private async runUntilRelease<T>(outer: Transaction, name: string, work: () => Promise<T>): Promise<T> {
    await this.dialect.execute(outer.connection, `SAVEPOINT ${name}`, []);
    const { lastSteps } = outer;
    try {
      const result = await work();
      await this.dialect.execute(outer.connection, `RELEASE SAVEPOINT ${name}`, []);
      return result;
    } catch (error) {
      outer.lastSteps = lastSteps;
      await this.rollBackToSavepoint(outer, name, error);
      throw error;
    }
  }

  /** Without a savepoint to return to, the whole transaction is lost; `error` says why. */
  private async rollBackToSavepoint(outer: Transaction, name: string, error: unknown): Promise<void> {
    try {
      await this.dialect.execute(outer.connection, `ROLLBACK TO SAVEPOINT ${name}`, []);
    } catch {
      await this.dialect.failTransaction(outer.connection, error);
    }
  }

  // Code that started inside a transaction and outlives it no longer belongs to it.
  private get activeTransaction(): Transaction | undefined {
    const transaction = this.transactionStorage.getStore();
    return transaction?.isOver ? undefined : transaction;
  }

  /**
   * Node 20 tracks every promise of the process while an AsyncLocalStorage is enabled, which costs every token of every
   * stream: so it is disabled while no transaction is open.
   */
  private async runTransaction<T>(work: () => Promise<T>, attempt: Attempt): Promise<T> {
    this.open += 1;
    const transaction = new Transaction(this.dialect.pool);
    try {
      const result = await this.dialect.transaction(
        (connection) => {
          transaction.connection = connection;
          return this.runUntilCommit(transaction, work, attempt);
        },
        () => this.activeTransaction === transaction,
      );
      for (const what of transaction.changedKeys) this.recordChange(what);
      return result;
    } catch (error) {
      // Of a failure and another one during its rollback, the first is reported.
      throw transaction.failure ? transaction.failure.error : error;
    } finally {
      this.open -= 1;
      if (this.open === 0) this.transactionStorage.disable();
    }
  }

  private async runUntilCommit<T>(transaction: Transaction, work: () => Promise<T>, attempt: Attempt): Promise<T> {
    try {
      const done = await this.transactionStorage.run(transaction, async () => {
        const result = await work();
        for (const step of transaction.lastSteps) await step();
        return result;
      });
      const failure = await this.dialect.transactionFailure(transaction.connection);
      if (failure) throw failure.error;
      attempt.unsafeToRetry = true;
      return done;
    } catch (error) {
      transaction.failure = (await this.dialect.transactionFailure(transaction.connection)) ?? { error };
      throw error;
    } finally {
      transaction.isOver = true;
    }
  }
}

/** One attempt of a transaction. */
class Transaction {
  /** What it has changed, for `changeCount`. */
  readonly changedKeys = new Set<string>();
  /** What is left to do at its end, inside of it. */
  lastSteps: readonly (() => Promise<void>)[] = [];
  failure: { readonly error: unknown } | undefined;
  isOver = false;

  constructor(public connection: Knex) {}
}
