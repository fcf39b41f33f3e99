import type { Redis } from 'ioredis';

import { within } from './within.ts';

const CONNECT_TIMEOUT_MS = 2000;
const FIRST_CONNECT_TIMEOUT_MS = 1000;
const PROBE_INTERVAL_MS = 2000;
const MIN_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 2000;

export interface Connections {
  readonly commands: Redis;
  /** A connection with subscriptions takes few other commands. */
  readonly subscriber: Redis;
}

export interface LinkHandlers {
  /** Both connections answer again; called before the link counts as alive. */
  restore(connections: Connections): Promise<void>;
  /** It became alive, it was lost, or it was not there at the first attempt. */
  changed(isAlive: boolean, reason?: unknown): void;
  message(channel: string, payload: string): void;
}

/** The redundancy is in the database: a command that cannot be sent at once fails at once. */
const OPTIONS = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  enableReadyCheck: false,
  maxRetriesPerRequest: 0,
  connectTimeout: CONNECT_TIMEOUT_MS,
  connectionName: 'parley',
  retryStrategy: (attempt: number) => Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** Math.min(attempt, 10)),
} as const;

/** Two connections to a Redis server, and whether it answers: also one that is frozen is noticed. */
export class RedisLink {
  private connections: Connections | undefined;
  private probe: NodeJS.Timeout | undefined;
  private alive = false;
  private lastFailure: unknown;
  private checking: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly handlers: LinkHandlers,
  ) {}

  get isAlive(): boolean {
    return this.alive;
  }

  /** Why it does not answer. */
  get failure(): unknown {
    return this.lastFailure;
  }

  /** Undefined while the server does not answer. */
  get current(): Connections | undefined {
    return this.alive ? this.connections : undefined;
  }

  /** Resolves after the first attempt; later ones are made in the background. */
  async open(): Promise<void> {
    const { Redis: Client } = await import('ioredis'); // loaded only where it is configured
    const connections = { commands: new Client(this.url, OPTIONS), subscriber: new Client(this.url, OPTIONS) };
    this.connections = connections;
    const both = Object.values(connections);
    for (const connection of both) {
      connection.on('error', (error) => (this.lastFailure = error));
      connection.on('close', () => this.lose(this.lastFailure));
      connection.on('ready', () => {
        if (both.every(({ status }) => status === 'ready')) void this.check();
      });
    }
    connections.subscriber.on('message', (channel, payload) => this.handlers.message(channel, payload));
    this.probe = setInterval(() => void this.check(), PROBE_INTERVAL_MS).unref();
    const connected = Promise.allSettled(both.map((connection) => connection.connect()));
    await within(FIRST_CONNECT_TIMEOUT_MS, connected).catch(() => undefined);
    await this.check();
    if (!this.alive) this.handlers.changed(false, this.lastFailure);
  }

  /** Something went wrong with it: it counts as lost until it answers again. */
  lose(reason: unknown): void {
    if (!this.alive) return;
    this.alive = false;
    this.handlers.changed(false, reason);
  }

  close(): void {
    clearInterval(this.probe);
    this.alive = false;
    for (const connection of Object.values(this.connections ?? {})) connection.disconnect();
  }

  /** One at a time: who asks meanwhile waits for the same answer. */
  private check(): Promise<void> {
    this.checking ??= this.ping().finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async ping(): Promise<void> {
    const { connections } = this;
    if (!connections) return;
    try {
      await within(undefined, Promise.all([connections.commands.ping(), connections.subscriber.ping()]));
    } catch (error) {
      this.lastFailure ??= error;
      return this.lose(error);
    }
    if (!this.alive) await this.comeAlive(connections).catch((error: unknown) => (this.lastFailure = error));
  }

  private async comeAlive(connections: Connections): Promise<void> {
    await within(undefined, this.handlers.restore(connections));
    this.alive = true;
    this.lastFailure = undefined;
    this.handlers.changed(true);
  }
}
