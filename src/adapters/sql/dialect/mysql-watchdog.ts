import type { Connection } from 'mysql2';

import type { Host } from '../database-url.ts';
import { isServerError } from './mysql-errors.ts';
import type { MysqlHosts } from './mysql-hosts.ts';

/** Milliseconds. */
const CHECK_INTERVAL_MS = 400;
/** A statement that takes longer than this may be a slow one, or the server stands still. */
const SLOW_STATEMENT_MS = 800;
const PROBE_TIMEOUT_MS = 1000;

/**
 * Tells a slow statement from a server that stands still (frozen, or behind a network that swallows all): while a
 * statement has no answer for long, the server is asked for a new connection. If it cannot give one, all that waits for
 * it is ended.
 */
export class MysqlWatchdog {
  private readonly hosts: MysqlHosts;
  private readonly waiting = new Map<Connection, number>();
  private readonly probing = new Set<Host>();
  private timer: NodeJS.Timeout | undefined;

  constructor(hosts: MysqlHosts) {
    this.hosts = hosts;
  }

  /** Watches over one statement. */
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
