import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { ToolServerUnreachable } from '../../domain/tools/errors.ts';
import { toolProblem } from '../../shared/tools.ts';
import type { AccountServer } from '../../domain/tools/servers/ports.ts';
import type { ToolServer } from '../../domain/tools/servers/tool-server.ts';
import type { GuardedMcpFetch } from './guarded-mcp-fetch.ts';
import { LIMITS } from './limits.ts';
import { McpConnection, type Sdk } from './mcp-connection.ts';
import type { OAuthTokens } from './oauth-tokens.ts';

const IDLE_MS = 60_000;
const MAX_IDLE_PER_ACCOUNT = 2;
const MAX_IDLE = 200;
const MIN_RECONNECT_MS = 1000;
const MAX_RECONNECT_MS = 30_000;
/** For the goodbye to a server that keeps sessions. */
const GOODBYE_MS = 2000;

export interface HttpConnectionsDeps {
  readonly fetch: GuardedMcpFetch;
  readonly tokens: OAuthTokens;
  readonly version: string;
  readonly now: () => number;
  readonly onToolsChanged: (target: AccountServer) => void;
}

export interface PooledConnection {
  readonly connection: McpConnection;
  /** It served a call before, so its session may be over. */
  readonly isReused: boolean;
}

interface Entry {
  readonly key: string;
  readonly connection: McpConnection;
  readonly transport: StreamableHTTPClientTransport;
  timer: NodeJS.Timeout | undefined;
}

/** Another address or secret is another connection. */
const keyOf = ({ server: { id, url, auth, headers }, uid }: AccountServer): string =>
  JSON.stringify([id, uid, url, auth, headers]);

const headersOf = ({ auth, headers }: ToolServer): Record<string, string> => {
  if (auth !== 'headers') return {};
  return Object.fromEntries(
    headers.map(({ name, value }) => {
      if (value === undefined) throw new ToolServerUnreachable(toolProblem('headers-locked'));
      return [name, value];
    }),
  );
};

/** Connections to servers by HTTP. One serves one call at a time, for one account; idle ones are kept for a minute. */
export class HttpConnections {
  private readonly idle = new Map<string, Entry[]>();
  private readonly entries = new Map<McpConnection, Entry>();
  private idleCount = 0;

  constructor(private readonly deps: HttpConnectionsDeps) {}

  async take(target: AccountServer, sdk: Sdk, signal: AbortSignal): Promise<PooledConnection> {
    const key = keyOf(target);
    const waiting = this.idle.get(key) ?? [];
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      this.idleCount -= 1;
      clearTimeout(entry.timer);
      if (!entry.connection.isClosed) return { connection: entry.connection, isReused: true };
      this.entries.delete(entry.connection);
    }
    return { connection: await this.open(target, sdk, signal), isReused: false };
  }

  /** `isBroken`: it is not used again. */
  release(connection: McpConnection, isBroken: boolean): void {
    const entry = this.entries.get(connection);
    if (!entry) return;
    const waiting = this.idle.get(entry.key) ?? [];
    if (isBroken || connection.isClosed || waiting.length >= MAX_IDLE_PER_ACCOUNT || this.idleCount >= MAX_IDLE)
      return void this.end(entry);
    waiting.push(entry);
    this.idle.set(entry.key, waiting);
    this.idleCount += 1;
    entry.timer = setTimeout(() => this.expire(entry), IDLE_MS);
    entry.timer.unref();
  }

  async close(): Promise<void> {
    await Promise.all([...this.entries.values()].map((entry) => this.end(entry)));
    this.idle.clear();
  }

  private expire(entry: Entry): void {
    const waiting = this.idle.get(entry.key) ?? [];
    const others = waiting.filter((each) => each !== entry);
    this.idleCount -= waiting.length - others.length;
    if (others.length > 0) this.idle.set(entry.key, others);
    else this.idle.delete(entry.key);
    void this.end(entry);
  }

  private async end({ connection, transport, timer }: Entry): Promise<void> {
    clearTimeout(timer);
    this.entries.delete(connection);
    if (!connection.isClosed && transport.sessionId !== undefined) {
      let goodbye: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (goodbye = setTimeout(resolve, GOODBYE_MS)));
      await Promise.race([transport.terminateSession().catch(() => undefined), patience]);
      clearTimeout(goodbye);
    }
    await connection.close();
  }

  private async open(target: AccountServer, sdk: Sdk, signal: AbortSignal): Promise<McpConnection> {
    const { version, now, onToolsChanged } = this.deps;
    const options = { sdk, version, now, onToolsChanged: () => onToolsChanged(target) };
    const connection = new McpConnection(options);
    const transport = this.transport(target, sdk, connection);
    try {
      await connection.open(transport, signal);
    } catch (error) {
      await connection.close();
      throw error;
    }
    this.entries.set(connection, { key: keyOf(target), connection, transport, timer: undefined });
    return connection;
  }

  private transport({ server, uid }: AccountServer, sdk: Sdk, { budget }: McpConnection) {
    const { fetch, tokens } = this.deps;
    const fetchFn = fetch.within(budget);
    const target = { serverId: server.id, uid };
    return new sdk.StreamableHTTPClientTransport(new URL(server.url ?? ''), {
      fetch: fetchFn,
      requestInit: { headers: headersOf(server) },
      onInsufficientScope: 'throw',
      reconnectionScheduler: limitedReconnections(),
      ...(server.auth === 'oauth' ? { authProvider: tokens.providerFor(target, sdk, fetchFn) } : {}),
    });
  }
}

/** A server may name a delay of nothing and end each stream at once. */
const limitedReconnections = () => {
  let count = 0;
  return (reconnect: () => void, delayMs: number): (() => void) => {
    count += 1;
    if (count > LIMITS.reconnections) return () => undefined;
    const timer = setTimeout(reconnect, Math.min(Math.max(delayMs, MIN_RECONNECT_MS), MAX_RECONNECT_MS));
    timer.unref();
    return () => clearTimeout(timer);
  };
};
