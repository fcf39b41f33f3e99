import type * as Undici from 'undici';

import {
  guardedConnect,
  type PermittedAddresses,
  type Resolve,
  systemResolve,
} from '../../platform/guarded-connect.ts';
import { type ByteBudget, limitBody } from './call-budget.ts';
import { LIMITS } from './limits.ts';

export type McpFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Http {
  readonly fetch: typeof Undici.fetch;
  readonly agent: Undici.Agent;
}

const EVENT_STREAM = 'text/event-stream';
/** Answers that have no body. */
const EMPTY_STATUSES = [101, 204, 205, 304];

/**
 * The only way to the servers of tools and their authorization servers: permitted addresses only, checked for each
 * connection by the resolved address; no redirect unless the caller looks at it itself; bodies within the budget.
 */
export class GuardedMcpFetch {
  private http: Promise<Http> | undefined;

  constructor(
    private readonly addresses: PermittedAddresses,
    private readonly resolve: Resolve = systemResolve,
  ) {}

  within(budget: ByteBudget, signal?: AbortSignal): McpFetch {
    return async (url, init = {}) => {
      const { fetch, agent } = await (this.http ??= this.load());
      const signals = [init.signal, signal].filter((each) => each !== null && each !== undefined);
      const { method = 'GET', body } = init;
      const response = await fetch(url, {
        method,
        headers: [...new Headers(init.headers)],
        redirect: init.redirect === 'manual' ? 'manual' : 'error',
        dispatcher: agent,
        ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
        ...(typeof body === 'string' || body instanceof URLSearchParams ? { body } : {}),
      });
      return limited(response, budget, method === 'POST' && !isSubscription(body));
    };
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await (await this.http)?.agent.destroy();
  }

  /** Loaded with the first call of a tool. Calls have their own clock, so streams have none here. */
  private async load(): Promise<Http> {
    const { Agent, buildConnector, fetch } = await import('undici');
    const connect = guardedConnect(buildConnector, this.addresses, this.resolve, LIMITS.connectMs);
    const agent = new Agent({
      connect,
      connections: 64,
      keepAliveTimeout: 4000,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 32 * 1024,
    });
    return { fetch, agent };
  }
}

/** A stream of changes that nothing waits for. */
const isSubscription = (body: RequestInit['body']): boolean =>
  typeof body === 'string' && body.includes('"method":"subscriptions/listen"');

const limited = (response: Undici.Response, budget: ByteBudget, isAwaited: boolean): Response => {
  const { status, statusText, headers, body } = response;
  const init = { status, statusText, headers: [...headers] };
  if (body === null || EMPTY_STATUSES.includes(status)) return new Response(null, init);
  const type = headers.get('content-type') ?? '';
  const isEventStream = type.toLowerCase().startsWith(EVENT_STREAM);
  return new Response(limitBody(body, budget, { isEventStream, isAwaited }), init);
};
