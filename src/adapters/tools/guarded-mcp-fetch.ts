import type * as Undici from 'undici';

import { parseJsonObject } from '../../domain/kernel/parse-json-object.ts';
import {
  guardedConnect,
  type PermittedAddresses,
  type Resolve,
  systemResolve,
} from '../../platform/guarded-connect.ts';
import { type ByteBudget, limitBody } from './call-budget.ts';
import { missingResult, type RequestId } from './complete-answer.ts';
import { LIMITS } from './limits.ts';

export type McpFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Http {
  readonly fetch: typeof Undici.fetch;
  readonly agent: Undici.Agent;
}

const ACCEPTED = 202;
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
      const isAwaited = method === 'POST' && !isSubscription(body);
      return limited(response, budget, { isAwaited, requestId: isAwaited ? requestIdOf(body) : undefined });
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

/** Of a request of the protocol; what else is sent is not answered, or not in this way. */
const requestIdOf = (body: RequestInit['body']): RequestId | undefined => {
  const message = typeof body === 'string' ? parseJsonObject(body) : undefined;
  const id = message?.['method'] === undefined ? undefined : message['id'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
};

interface SentRequest {
  readonly isAwaited: boolean;
  readonly requestId: RequestId | undefined;
}

const limited = (response: Undici.Response, budget: ByteBudget, { isAwaited, requestId }: SentRequest): Response => {
  const { status, statusText, headers, body } = response;
  const init = { status, statusText, headers: [...headers] };
  if (status === ACCEPTED && requestId !== undefined) {
    void body?.cancel().catch(() => undefined);
    return new Response(missingResult(requestId), { headers: { 'content-type': 'application/json' } });
  }
  if (body === null || EMPTY_STATUSES.includes(status)) return new Response(null, init);
  const type = headers.get('content-type') ?? '';
  const isEventStream = type.toLowerCase().startsWith(EVENT_STREAM);
  const answered = response.ok ? requestId : undefined;
  return new Response(limitBody(body, budget, { isEventStream, isAwaited, requestId: answered }), init);
};
