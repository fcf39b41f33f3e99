import type { Readable } from 'node:stream';

import type * as Undici from 'undici';

import { guardedConnect, type PermittedAddresses, systemResolve } from '../../platform/guarded-connect.ts';

const CONNECT_TIMEOUT_MS = 5000;

interface Http {
  readonly request: typeof Undici.request;
  readonly agent: Undici.Agent;
}

/** HTTP to an address that an admin named: permitted addresses only, checked for each connection, and no redirects. */
export class GuardedRequests {
  private http: Promise<Http> | undefined;

  constructor(private readonly addresses: PermittedAddresses) {}

  async get(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: Readable }> {
    const { request, agent } = await (this.http ??= this.load());
    const { statusCode, body } = await request(url, { method: 'GET', headers, signal, dispatcher: agent });
    return { status: statusCode, body };
  }

  async close(): Promise<void> {
    await (await this.http)?.agent.destroy();
  }

  /** Loaded with the first call. */
  private async load(): Promise<Http> {
    const { Agent, buildConnector, request } = await import('undici');
    const connect = guardedConnect(buildConnector, this.addresses, systemResolve, CONNECT_TIMEOUT_MS);
    return { request, agent: new Agent({ connect }) };
  }
}
