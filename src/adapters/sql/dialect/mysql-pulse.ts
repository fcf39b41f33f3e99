import type { Connection } from 'mysql2';

import type { Host } from '../database-url.ts';
import { isFromServer } from './mysql-failures.ts';
import type { MysqlHosts } from './mysql-hosts.ts';

/** Milliseconds. */
const LOOK_EVERY = 400;
/** A statement that takes longer than this may be a slow one, or the server stands still. */
const QUIET = 800;
const ANSWER_WITHIN = 1000;

/**
 * Tells a slow statement from a server that stands still (frozen, or behind a network that swallows all): while a
 * statement has no answer for long, the server is asked for a new connection. If it cannot give one, all that waits for
 * it is ended.
 */
export class MysqlPulse {
  private readonly hosts: MysqlHosts;
  private readonly waiting = new Map<Connection, number>();
  private readonly asked = new Set<Host>();
  private timer: NodeJS.Timeout | undefined;

  constructor(hosts: MysqlHosts) {
    this.hosts = hosts;
  }

  /** Watches over one statement. */
  async during<T>(connection: Connection, statement: () => Promise<T>): Promise<T> {
    this.waiting.set(connection, Date.now());
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY).unref();
    try {
      return await statement();
    } finally {
      this.waiting.delete(connection);
    }
  }

  private look(): void {
    if (this.waiting.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    const quietSince = Date.now() - QUIET;
    for (const [connection, since] of this.waiting)
      if (since < quietSince) void this.ask(this.hosts.hostOf(connection));
  }

  private async ask(host: Host | undefined): Promise<void> {
    if (!host || this.asked.has(host)) return;
    this.asked.add(host);
    try {
      (await this.hosts.connectTo(host, ANSWER_WITHIN)).end();
    } catch (error) {
      if (!isFromServer(error)) this.hosts.leave(host);
    } finally {
      this.asked.delete(host);
    }
  }
}
