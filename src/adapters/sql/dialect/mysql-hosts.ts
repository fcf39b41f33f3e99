import type { Socket } from 'node:net';
import type { Connection, ConnectionOptions } from 'mysql2';

import type { Host } from '../database-url.ts';

/** Timeout of a new connection, over all hosts. */
const CONNECT_TIMEOUT_MS = 1500;
/** How long a failed host is tried last. */
const AVOID_MS = 5000;

type ConnectionSettings = Omit<ConnectionOptions, 'host' | 'port'>;

/**
 * Number 0 or name OFF: the server takes writes. A server that has lost its cluster accepts connections and SET, but
 * refuses this.
 */
const READ_ONLY_SQL = 'SELECT @@GLOBAL.read_only AS readOnly';
const WRITABLE = ['0', 'OFF'];

const sendStatement = (connection: Connection, sql: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => (error ? reject(error) : resolve(result)));
  });

const isReadOnly = async (connection: Connection): Promise<boolean> => {
  const rows = await sendStatement(connection, READ_ONLY_SQL);
  const [row]: unknown[] = Array.isArray(rows) ? rows : [];
  return typeof row === 'object' && row !== null && 'readOnly' in row && !WRITABLE.includes(String(row.readOnly));
};

/** Calls `onTimeout` after `ms`, but first handles what arrived while this process itself was blocked. */
const withTimeout = async <T>(ms: number, work: Promise<T>, onTimeout: () => void): Promise<T> => {
  let over = false;
  const timer = setTimeout(() => setImmediate(() => void (over ? undefined : onTimeout())), ms);
  try {
    return await work;
  } finally {
    over = true;
    clearTimeout(timer);
  }
};

/** Breaks a connection, so that waiting statements fail at once. */
const destroyConnection = (connection: Connection, reason: string): void => {
  if (hasStream(connection))
    connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT', fatal: true }));
};

/** `stream` is missing in the driver's types. */
const hasStream = (connection: Connection): connection is Connection & { readonly stream: Socket } =>
  'stream' in connection;

/**
 * Connects to the first server that answers and takes writes, until it fails: one process writes through one server. A
 * replica would also answer reads with what is no longer true.
 */
export class MysqlHosts {
  private readonly avoidedUntil = new Map<Host, number>();
  private readonly open = new Map<Connection, Host>();
  private readonly readOnly = new WeakSet<Connection>();
  private preferred = 0;

  /** `initStatements` run on each new connection. */
  constructor(
    private readonly hosts: readonly Host[],
    private readonly settings: ConnectionSettings,
    private readonly initStatements: readonly string[],
  ) {}

  async connect(): Promise<Connection> {
    const failures: unknown[] = [];
    for (const host of this.orderedHosts()) {
      try {
        const connection = await this.connectTo(host, CONNECT_TIMEOUT_MS / this.hosts.length);
        this.checkWritable(connection, host);
        this.preferred = this.hosts.indexOf(host);
        this.open.set(connection, host);
        if (hasStream(connection)) connection.stream.once('close', () => this.open.delete(connection));
        return connection;
      } catch (error) {
        this.avoid(host);
        failures.push(error);
      }
    }
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, '');
  }

  /** A connection outside the pool. */
  async connectTo(host: Host, ms: number): Promise<Connection> {
    const { createConnection } = await import('mysql2'); // not loaded for SQLite
    const connection = createConnection({ ...this.settings, ...host, connectTimeout: 0 });
    connection.on('error', () => undefined); // waiting statements also get it
    const ready = new Promise<Connection>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve(connection)));
    });
    const opened = ready.then(() => this.prepare(connection));
    return withTimeout(ms, opened, () =>
      destroyConnection(connection, `${host.host}:${host.port} did not answer in time`),
    ).catch((error: unknown) => {
      connection.destroy();
      throw error;
    });
  }

  /** Connections that others can replace, as there is another server. */
  replaceableConnections(host: Host): readonly Connection[] {
    if (this.hosts.length === 1) return [];
    return [...this.open].flatMap(([connection, of]) => (of === host ? [connection] : []));
  }

  hostOf(connection: Connection): Host | undefined {
    return this.open.get(connection);
  }

  /** Tries other servers first for a while. */
  avoid(host: Host): void {
    this.avoidedUntil.set(host, Date.now() + AVOID_MS);
  }

  /** Ends every connection to a server that does not respond. */
  disconnectAll(host: Host): void {
    this.avoid(host);
    for (const [connection, of] of this.open)
      if (of === host) destroyConnection(connection, `${host.host}:${host.port} does not answer`);
  }

  private async prepare(connection: Connection): Promise<Connection> {
    for (const sql of this.initStatements) await sendStatement(connection, sql);
    if (await isReadOnly(connection)) this.readOnly.add(connection);
    return connection;
  }

  /** The only server is used as it is: its refusals of writes say more. */
  private checkWritable(connection: Connection, { host, port }: Host): void {
    if (this.hosts.length === 1 || !this.readOnly.has(connection)) return;
    connection.destroy();
    throw new Error(`${host}:${port} is read-only`);
  }

  private orderedHosts(): readonly Host[] {
    const rotated = [...this.hosts.slice(this.preferred), ...this.hosts.slice(0, this.preferred)];
    const isAvoided = (host: Host) => (this.avoidedUntil.get(host) ?? 0) > Date.now();
    return [...rotated.filter((host) => !isAvoided(host)), ...rotated.filter(isAvoided)];
  }
}
