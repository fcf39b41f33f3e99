import type { DatabaseErrorKind } from './retry-policy.ts';

const isBegin = (sql: string): boolean => sql.startsWith('BEGIN');
/** Not `ROLLBACK TO SAVEPOINT`, which continues. */
const isRollback = (sql: string): boolean => /^ROLLBACK;?$/.test(sql);
const isCommit = (sql: string): boolean => sql.startsWith('COMMIT');

/**
 * Stops a transaction that the database has given up: its later statements would be committed by themselves. They fail
 * with the first failure, also when the work has swallowed it.
 */
export class TransactionGuard {
  private readonly failures = new WeakMap<object, { readonly error: unknown }>();

  /** `discard` removes a connection from the pool whose transaction could not be ended. */
  constructor(
    private readonly classifyError: (error: unknown) => DatabaseErrorKind | undefined,
    private readonly discard: (connection: object, error: unknown) => void,
  ) {}

  /** Runs one statement of a transaction. */
  async run<T>(connection: object, sql: string, statement: () => Promise<T>): Promise<T> {
    this.prepare(connection, sql);
    try {
      return await statement();
    } catch (error) {
      this.onError(connection, sql, error);
      throw error;
    }
  }

  /** The same for an engine that answers at once: several promises less for each statement. */
  runSync<T>(connection: object, sql: string, statement: () => T): T {
    this.prepare(connection, sql);
    try {
      return statement();
    } catch (error) {
      this.onError(connection, sql, error);
      throw error;
    }
  }

  private prepare(connection: object, sql: string): void {
    if (isBegin(sql)) this.failures.delete(connection);
    else if (!isRollback(sql)) this.throwIfFailed(connection);
  }

  private onError(connection: object, sql: string, error: unknown): void {
    if (isCommit(sql) || isRollback(sql)) this.discard(connection, error);
    if (!isBegin(sql) && this.classifyError(error) !== undefined) this.markFailed(connection, error);
  }

  /** Marks the transaction as over; the first reason stays. */
  markFailed(connection: object, error: unknown): void {
    if (!this.failures.has(connection)) this.failures.set(connection, { error });
  }

  getFailure(connection: object): { readonly error: unknown } | undefined {
    return this.failures.get(connection);
  }

  private throwIfFailed(connection: object): void {
    const failure = this.failures.get(connection);
    if (failure) throw failure.error;
  }
}
