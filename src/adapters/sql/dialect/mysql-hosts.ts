import type { Socket } from 'node:net';
import { createConnection, type Connection, type ConnectionOptions } from 'mysql2';

import type { Host } from '../database-url.ts';

/** How long (milliseconds) a new connection may take, over all hosts. */
const CONNECT_TIMEOUT_MS = 1500;
/** A host that was left is asked last for so long (milliseconds). */
const AVOID_MS = 5000;

type ConnectionSettings = Omit<ConnectionOptions, 'host' | 'port'>;

/** Says one statement after the other. */
const runStatements = (connection: Connection, [first, ...rest]: readonly string[]): Promise<void> =>
  first === undefined
    ? Promise.resolve()
    : new Promise<void>((resolve, reject) => {
        connection.query(first, (error) => (error ? reject(error) : resolve()));
      }).then(() => runStatements(connection, rest));

/** Runs `late` when `work` is not over in time; a process that stood still itself gets what has arrived meanwhile. */
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

/** Breaks a connection, so that whoever waits for it hears at once. */
const destroyConnection = (connection: Connection, reason: string): void => {
  if (hasStream(connection))
    connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT', fatal: true }));
};

/** The driver's types do not tell of it. */
const hasStream = (connection: Connection): connection is Connection & { readonly stream: Socket } =>
  'stream' in connection;

/** Connects to the first server that answers, and stays with it until it fails: one process writes through one server. */
export class MysqlHosts {
  private readonly hosts: readonly Host[];
  private readonly settings: ConnectionSettings;
  private readonly initStatements: readonly string[];
  private readonly avoidedUntil = new Map<Host, number>();
  private readonly open = new Map<Connection, Host>();
  private preferred = 0;

  /** `opening` is said on each new connection. */
  constructor(hosts: readonly Host[], settings: ConnectionSettings, initStatements: readonly string[]) {
    this.hosts = hosts;
    this.settings = settings;
    this.initStatements = initStatements;
  }

  async connect(): Promise<Connection> {
    const failures: unknown[] = [];
    for (const host of this.orderedHosts()) {
      try {
        const connection = await this.connectTo(host, CONNECT_TIMEOUT_MS / this.hosts.length);
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

  /** A connection that no pool knows of. */
  connectTo(host: Host, ms: number): Promise<Connection> {
    const connection = createConnection({ ...this.settings, ...host, connectTimeout: 0 });
    connection.on('error', () => undefined); // whoever waits hears of it too
    const ready = new Promise<Connection>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve(connection)));
    });
    const opened = ready.then(() => runStatements(connection, this.initStatements)).then(() => connection);
    return withTimeout(ms, opened, () =>
      destroyConnection(connection, `${host.host}:${host.port} did not answer in time`),
    ).catch((error: unknown) => {
      connection.destroy();
      throw error;
    });
  }

  hostOf(connection: Connection): Host | undefined {
    return this.open.get(connection);
  }

  /** Other servers are asked first for a while. */
  avoid(host: Host): void {
    this.avoidedUntil.set(host, Date.now() + AVOID_MS);
  }

  /** Ends every connection to a server that stands still. */
  disconnectAll(host: Host): void {
    this.avoid(host);
    for (const [connection, of] of this.open)
      if (of === host) destroyConnection(connection, `${host.host}:${host.port} stands still`);
  }

  private orderedHosts(): readonly Host[] {
    const rotated = [...this.hosts.slice(this.preferred), ...this.hosts.slice(0, this.preferred)];
    const isAvoided = (host: Host) => (this.avoidedUntil.get(host) ?? 0) > Date.now();
    return [...rotated.filter((host) => !isAvoided(host)), ...rotated.filter(isAvoided)];
  }
}
