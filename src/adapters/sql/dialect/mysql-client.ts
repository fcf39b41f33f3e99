import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { Connection } from 'mysql2';

import { NoConnection, type Patience } from '../patience.ts';
import { TransactionGuard } from '../transaction-guard.ts';
import type { Answer } from './dialect.ts';
import type { MysqlHosts } from './mysql-hosts.ts';
import { MysqlPulse } from './mysql-pulse.ts';
import { patientRunner, type Runner } from './patient-runner.ts';

/** More wait for a connection than can have one in time. */
const MOST_WAITING = 5000;

interface Query {
  sql: string;
}

interface Asked {
  query<Row>(
    sql: string,
    values: readonly unknown[],
    done: (error: Error | null, result: readonly Row[] | { readonly affectedRows: number }) => void,
  ): void;
}

const Mysql2Client: typeof Knex.Client = createRequire(import.meta.url)('knex/lib/dialects/mysql2/index.js');
/** Not in knex's types, like the rest of what a client declares below. */
const plainQuery: (this: object, connection: Connection, query: Query) => Promise<Query> = Reflect.get(
  Mysql2Client.prototype,
  '_query',
);

/** What runs the statements of one database, past the query builder and through it. */
export interface MysqlAccess {
  readonly Client: typeof Knex.Client;
  readonly guard: TransactionGuard;
  ask<Row extends object>(connection: Knex, sql: string, values: readonly unknown[]): Promise<Answer<Row>>;
}

/** The pool does not hand out again what has this mark. */
const discard = (connection: object, error: unknown): void => {
  Object.assign(connection, { __knex__disposed: error });
};

const askOnce = <Row extends object>(
  connection: Asked,
  sql: string,
  values: readonly unknown[],
): Promise<Answer<Row>> =>
  new Promise((resolve, reject) => {
    connection.query<Row>(sql, values, (error, result) => {
      if (error) reject(error);
      else
        resolve('affectedRows' in result ? { rows: [], changed: result.affectedRows } : { rows: result, changed: 0 });
    });
  });

type Observed = <T>(connection: Connection, statement: () => Promise<T>) => Promise<T>;

/** Runs statements under watch, and leaves the server that refuses one. */
const observedOn = (hosts: MysqlHosts, { setbackOf }: Patience): Observed => {
  const pulse = new MysqlPulse(hosts);
  return async (connection, statement) => {
    try {
      return await pulse.during(connection, statement);
    } catch (error) {
      const setback = setbackOf(error);
      const host = hosts.hostOf(connection);
      if (setback === 'refused' && host) hosts.avoid(host);
      if (setback === 'refused' || setback === 'lost') discard(connection, error);
      throw error;
    }
  };
};

const clientOf = (
  hosts: MysqlHosts,
  patience: Patience,
  guard: TransactionGuard,
  observed: Observed,
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
      if (this.pool && 'numPendingAcquires' in this.pool && this.pool.numPendingAcquires() >= MOST_WAITING) {
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
      return this.transacting ? runner : patientRunner(runner, patience);
    }

    _query(connection: Connection, query: Query): Promise<Query> {
      const statement = () => observed(connection, () => plainQuery.call(this, connection, query));
      return this.transacting ? guard.run(connection, query.sql, statement) : statement();
    }
  };

/** A knex client whose connections go to whichever of `hosts` answers. */
export const mysqlAccess = (hosts: MysqlHosts, patience: Patience): MysqlAccess => {
  const guard = new TransactionGuard(patience.setbackOf, discard);
  const observed = observedOn(hosts, patience);
  return {
    Client: clientOf(hosts, patience, guard, observed),
    guard,
    async ask<Row extends object>(connection: Knex, sql: string, values: readonly unknown[]) {
      const { client } = connection;
      const raw: Connection & Asked = await client.acquireConnection();
      const statement = () => observed(raw, () => askOnce<Row>(raw, sql, values));
      try {
        return await (client.transacting ? guard.run(raw, sql, statement) : statement());
      } finally {
        client.releaseConnection(raw);
      }
    },
  };
};
