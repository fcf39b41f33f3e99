import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { Connection } from 'mysql2';

import { NoConnection, type RetryPolicy } from '../retry-policy.ts';
import { TransactionGuard } from '../transaction-guard.ts';
import type { QueryResult } from './dialect.ts';
import type { MysqlHosts } from './mysql-hosts.ts';
import { MysqlWatchdog } from './mysql-watchdog.ts';
import { retryingRunner, type Runner } from './retrying-runner.ts';

/** More requests wait for a connection than can be served in time. */
const MAX_PENDING_ACQUIRES = 5000;

interface Query {
  sql: string;
}

interface Queryable {
  query<Row>(
    sql: string,
    values: readonly unknown[],
    done: (error: Error | null, result: readonly Row[] | { readonly affectedRows: number }) => void,
  ): void;
}

const Mysql2Client: typeof Knex.Client = createRequire(import.meta.url)('knex/lib/dialects/mysql2/index.js');
/** Not in knex's types, like the rest of what a client declares below. */
const baseQuery: (this: object, connection: Connection, query: Query) => Promise<Query> = Reflect.get(
  Mysql2Client.prototype,
  '_query',
);

/** Runs statements of one database, through the query builder and past it. */
export interface MysqlDriver {
  readonly Client: typeof Knex.Client;
  readonly guard: TransactionGuard;
  execute<Row extends object>(connection: Knex, sql: string, values: readonly unknown[]): Promise<QueryResult<Row>>;
}

/** The pool does not reuse a connection with this mark. */
const discard = (connection: object, error: unknown): void => {
  Object.assign(connection, { __knex__disposed: error });
};

const executeOnce = <Row extends object>(
  connection: Queryable,
  sql: string,
  values: readonly unknown[],
): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    connection.query<Row>(sql, values, (error, result) => {
      if (error) reject(error);
      else
        resolve(
          'affectedRows' in result
            ? { rows: [], affectedRows: result.affectedRows }
            : { rows: result, affectedRows: 0 },
        );
    });
  });

type RunObserved = <T>(connection: Connection, statement: () => Promise<T>) => Promise<T>;

/** Runs statements with a watchdog, and fails over from a server that refuses one. */
const createObserver = (hosts: MysqlHosts, { classifyError }: RetryPolicy): RunObserved => {
  const watchdog = new MysqlWatchdog(hosts);
  return async (connection, statement) => {
    try {
      return await watchdog.watch(connection, statement);
    } catch (error) {
      const kind = classifyError(error);
      const host = hosts.hostOf(connection);
      if (kind === 'refused' && host) {
        hosts.avoid(host);
        for (const each of hosts.replaceableConnections(host)) discard(each, error);
      }
      if (kind === 'refused' || kind === 'lost') discard(connection, error);
      throw error;
    }
  };
};

const createClientClass = (
  hosts: MysqlHosts,
  retryPolicy: RetryPolicy,
  guard: TransactionGuard,
  runObserved: RunObserved,
): typeof Knex.Client =>
  class HostsClient extends Mysql2Client {
    declare readonly transacting?: boolean;
    declare readonly checkVersion: (connection: Connection) => Promise<unknown>;

    override async acquireRawConnection(): Promise<Connection> {
      const connection = await hosts.connect();
      connection.on('error', (error) => discard(connection, error));
      await this.checkVersion(connection);
      return connection;
    }

    override async acquireConnection(): Promise<Connection> {
      if (this.pool && 'numPendingAcquires' in this.pool && this.pool.numPendingAcquires() >= MAX_PENDING_ACQUIRES) {
        throw new NoConnection(new Error('Too many wait for a connection.'));
      }
      try {
        const connection: Connection = await super.acquireConnection();
        return connection;
      } catch (error) {
        throw new NoConnection(error);
      }
    }

    override runner(builder: unknown): Runner {
      const runner: Runner = super.runner(builder);
      return this.transacting ? runner : retryingRunner(runner, retryPolicy);
    }

    _query(connection: Connection, query: Query): Promise<Query> {
      const statement = () => runObserved(connection, () => baseQuery.call(this, connection, query));
      return this.transacting ? guard.run(connection, query.sql, statement) : statement();
    }
  };

/** A Knex client that connects to the first of `hosts` that answers. */
export const createMysqlDriver = (hosts: MysqlHosts, retryPolicy: RetryPolicy): MysqlDriver => {
  const guard = new TransactionGuard(retryPolicy.classifyError, discard);
  const runObserved = createObserver(hosts, retryPolicy);
  return {
    Client: createClientClass(hosts, retryPolicy, guard, runObserved),
    guard,
    async execute<Row extends object>(connection: Knex, sql: string, values: readonly unknown[]) {
      const { client } = connection;
      const raw: Connection & Queryable = await client.acquireConnection();
      const statement = () => runObserved(raw, () => executeOnce<Row>(raw, sql, values));
      try {
        return await (client.transacting ? guard.run(raw, sql, statement) : statement());
      } finally {
        client.releaseConnection(raw);
      }
    },
  };
};
