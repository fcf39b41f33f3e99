import type { Connection } from 'mysql2';

import type { Host } from '../database-url.ts';
import { isServerError } from './mysql-errors.ts';
import type { MysqlHosts } from './mysql-hosts.ts';

const CHECK_INTERVAL_MS = 400;
/** Longer statements are either slow, or the server does not respond. */
const SLOW_STATEMENT_MS = 800;
const PROBE_TIMEOUT_MS = 1000;

/**
 * Distinguishes a slow statement from a server that is frozen or unreachable: while a statement takes long, a new
 * connection is opened as a probe. If that fails, all connections to the server are ended.
 */
export class MysqlWatchdog {
  private readonly waiting = new Map<Connection, number>();
  private readonly probing = new Set<Host>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly hosts: MysqlHosts) {}

  async watch<T>(connection: Connection, statement: () => Promise<T>): Promise<T> {
    this.waiting.set(connection, Date.now());
    this.timer ??= setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();
    try {
      return await statement();
    } finally {
      this.waiting.delete(connection);
    }
  }

  private check(): void {
    if (this.waiting.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    const slowBefore = Date.now() - SLOW_STATEMENT_MS;
    for (const [connection, since] of this.waiting)
      if (since < slowBefore) void this.probe(this.hosts.hostOf(connection));
  }

  private async probe(host: Host | undefined): Promise<void> {
    if (!host || this.probing.has(host)) return;
    this.probing.add(host);
    try {
      (await this.hosts.connectTo(host, PROBE_TIMEOUT_MS)).end();
    } catch (error) {
      if (!isServerError(error)) this.hosts.disconnectAll(host);
    } finally {
      this.probing.delete(host);
    }
  }
}
