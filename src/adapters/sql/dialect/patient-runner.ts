import type { Patience } from '../patience.ts';

/** What knex runs a built statement by. */
export interface Runner {
  readonly builder: object;
  connection: unknown;
  run(): Promise<unknown>;
}

const READING_METHODS: ReadonlySet<unknown> = new Set(['select', 'first', 'pluck']);

const isReading = (builder: object): boolean => '_method' in builder && READING_METHODS.has(builder._method);

/** Not a change of the schema, which may be several statements, each kept by itself. */
const isOneStatement = (builder: object): boolean => '_method' in builder || 'sql' in builder;

/** A runner of statements outside of transactions that comes again, each time with a connection from the pool. */
export const patientRunner = (runner: Runner, patience: Patience): Runner => {
  if (!isOneStatement(runner.builder)) return runner;
  const once = runner.run.bind(runner);
  const decisive = !isReading(runner.builder);
  runner.run = () =>
    patience.try((attempt) => {
      attempt.decisive = decisive;
      runner.connection = undefined; // knex keeps the one it has given back
      return once();
    });
  return runner;
};
