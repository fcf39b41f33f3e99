import type { RetryPolicy } from '../retry-policy.ts';

/** Knex's runner of a built statement. */
export interface Runner {
  readonly builder: object;
  connection: unknown;
  run(): Promise<unknown>;
}

const READ_ONLY_METHODS: ReadonlySet<unknown> = new Set(['select', 'first', 'pluck']);

const isReadOnly = (builder: object): boolean => '_method' in builder && READ_ONLY_METHODS.has(builder._method);

/** No DDL, which may be several statements, each committed by itself. */
const isSingleStatement = (builder: object): boolean => '_method' in builder || 'sql' in builder;

/** Retries statements outside of transactions, each attempt with a connection from the pool. */
export const retryingRunner = (runner: Runner, retryPolicy: RetryPolicy): Runner => {
  if (!isSingleStatement(runner.builder)) return runner;
  const runOnce = runner.run.bind(runner);
  const unsafeToRetry = !isReadOnly(runner.builder);
  runner.run = () =>
    retryPolicy.run((attempt) => {
      attempt.unsafeToRetry = unsafeToRetry;
      runner.connection = undefined; // Knex keeps a reference to the returned connection
      return runOnce();
    });
  return runner;
};
