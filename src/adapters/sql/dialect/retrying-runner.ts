import type { RetryPolicy } from '../retry-policy.ts';

/** What knex runs a built statement by. */
export interface Runner {
  readonly builder: object;
  connection: unknown;
  run(): Promise<unknown>;
}

const READ_ONLY_METHODS: ReadonlySet<unknown> = new Set(['select', 'first', 'pluck']);

const isReadOnly = (builder: object): boolean => '_method' in builder && READ_ONLY_METHODS.has(builder._method);

/** Not a change of the schema, which may be several statements, each kept by itself. */
const isSingleStatement = (builder: object): boolean => '_method' in builder || 'sql' in builder;

/** A runner of statements outside of transactions that comes again, each time with a connection from the pool. */
export const retryingRunner = (runner: Runner, retryPolicy: RetryPolicy): Runner => {
  if (!isSingleStatement(runner.builder)) return runner;
  const runOnce = runner.run.bind(runner);
  const unsafeToRetry = !isReadOnly(runner.builder);
  runner.run = () =>
    retryPolicy.run((attempt) => {
      attempt.unsafeToRetry = unsafeToRetry;
      runner.connection = undefined; // knex keeps the one it has given back
      return runOnce();
    });
  return runner;
};
